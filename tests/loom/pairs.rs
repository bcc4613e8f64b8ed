// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every pair of ways to use a lock, against each other.

use super::house::{House, Role, Script, explore};

pub fn read(house: &House) {
    house.lock.take_r();
    house.visit(Role::Reader);
    house.lock.drop_r();
}

pub fn seek(house: &House) {
    house.lock.take_s();
    house.visit(Role::Seeker);
    house.lock.drop_s();
}

pub fn write(house: &House) {
    house.lock.take_w();
    house.visit(Role::Writer);
    house.lock.drop_w();
}

pub fn atomic(house: &House) {
    house.lock.take_a();
    house.visit(Role::Atomic);
    house.lock.drop_a();
}

pub fn join_alone(house: &House) {
    house.lock.take_j();
    house.visit(Role::Alone);
    house.lock.drop_j();
}

pub fn seek_then_write(house: &House) {
    house.lock.take_s();
    house.enter(Role::Seeker);
    house.work(Role::Seeker);
    house.leave(Role::Seeker);
    house.lock.stow();
    house.visit(Role::Writer);
    house.lock.drop_w();
}

pub fn write_then_seek_then_read(house: &House) {
    house.lock.take_w();
    house.visit(Role::Writer);
    house.lock.wtos();
    house.visit(Role::Seeker);
    house.lock.stor();
    house.visit(Role::Reader);
    house.lock.drop_r();
}

pub fn write_then_read(house: &House) {
    house.lock.take_w();
    house.visit(Role::Writer);
    house.lock.wtor();
    house.visit(Role::Reader);
    house.lock.drop_r();
}

pub fn seek_write_seek(house: &House) {
    house.lock.take_s();
    house.lock.stow();
    house.visit(Role::Writer);
    house.lock.wtos();
    house.visit(Role::Seeker);
    house.lock.drop_s();
}

pub fn try_all(house: &House) {
    if house.lock.try_w() {
        house.visit(Role::Writer);
        house.lock.drop_w();
    } else if house.lock.try_s() {
        house.visit(Role::Seeker);
        house.lock.drop_s();
    } else if house.lock.try_r() {
        house.visit(Role::Reader);
        house.lock.drop_r();
    } else if house.lock.try_a() {
        house.visit(Role::Atomic);
        house.lock.drop_a();
    } else if house.lock.try_j() {
        house.visit(Role::Alone);
        house.lock.drop_j();
    }
}

pub fn read_try_seek(house: &House) {
    house.lock.take_r();
    house.visit(Role::Reader);
    if house.lock.try_rtos() {
        house.visit(Role::Seeker);
        house.lock.stow();
        house.visit(Role::Writer);
        house.lock.drop_w();
    } else {
        house.visit(Role::Reader);
        house.lock.drop_r();
    }
}

pub fn read_try_write(house: &House) {
    house.lock.take_r();
    house.visit(Role::Reader);
    if house.lock.try_rtow() {
        house.visit(Role::Writer);
        house.lock.drop_w();
    } else {
        house.lock.drop_r();
    }
}

pub fn read_try_atomic(house: &House) {
    house.lock.take_r();
    house.visit(Role::Reader);
    if house.lock.try_rtoa() {
        house.visit(Role::Atomic);
        house.lock.drop_a();
    } else {
        house.lock.drop_r();
    }
}

pub fn atomic_then_read(house: &House) {
    house.lock.take_a();
    house.visit(Role::Atomic);
    house.lock.ator();
    house.visit(Role::Reader);
    house.lock.drop_r();
}

pub fn atomic_then_join(house: &House) {
    house.lock.take_a();
    house.visit(Role::Atomic);
    house.lock.atoj();
    house.lock.drop_j();
}

/// Each script with the same and with every later one of the list.
fn all_pairs(first: Script) {
    let all: [Script; 15] = [
        read,
        seek,
        write,
        atomic,
        join_alone,
        seek_then_write,
        write_then_seek_then_read,
        write_then_read,
        seek_write_seek,
        try_all,
        read_try_seek,
        read_try_write,
        read_try_atomic,
        atomic_then_read,
        atomic_then_join,
    ];
    for second in all {
        explore(&[first, second], None);
    }
}

macro_rules! pairs_with {
    ($($name:ident)*) => {$(
        mod $name {
            #[test]
            fn against_all() {
                super::all_pairs(super::$name);
            }
        }
    )*};
}

pairs_with! {
    read seek write atomic join_alone seek_then_write write_then_seek_then_read write_then_read
    seek_write_seek try_all read_try_seek read_try_write read_try_atomic atomic_then_read
    atomic_then_join
}

/// A reader who tries to become a seeker, and stays a reader afterwards.
fn read_try_seek_read(house: &House) {
    house.lock.take_r();
    if house.lock.try_rtos() {
        house.visit(Role::Seeker);
        house.lock.stor();
    }
    house.visit(Role::Reader);
    house.lock.drop_r();
}

/// A seeker that goes back to R, behind which a writer may be lined up.
fn seek_read_try_atomic(house: &House) {
    house.lock.take_s();
    house.visit(Role::Seeker);
    house.lock.stor();
    house.visit(Role::Reader);
    if house.lock.try_rtoa() {
        house.visit(Role::Atomic);
        house.lock.drop_a();
    } else {
        house.lock.drop_r();
    }
}

/// Claims wait for a reader, who must not become more meanwhile.
#[test]
fn a_reader_does_not_get_past_a_claim() {
    let stayers: [Script; 2] = [read_try_seek_read, seek_read_try_atomic];
    let claims: [Script; 4] = [write, atomic, join_alone, seek_then_write];
    for first in stayers {
        for second in claims {
            explore(&[first, second], None);
        }
    }
}
