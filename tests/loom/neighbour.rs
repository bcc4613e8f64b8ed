// SPDX-License-Identifier: MIT OR Apache-2.0
//! Programs with plock compiled in, on the same lock word.
//!
//! plock adds to the word before it looks and takes back what was refused, so
//! its words show states that ours never make. Each function here is what the
//! operation of that name does to the word, no more.

use loom::sync::atomic::{
    AtomicU32,
    Ordering::{AcqRel, Acquire, Release},
};

use super::house::{House, Role, Script, explore};
use super::pairs::{atomic, atomic_then_read, join_alone, read, seek, seek_then_write, write};

const R: u32 = 1 << 2;
const S: u32 = 1 << 16;
const W: u32 = 1 << 18;
const R_ANY: u32 = 0xfffc;
const S_ANY: u32 = 0x3_0000;
const W_ANY: u32 = 0xfffc_0000;

fn word(house: &House) -> &AtomicU32 {
    // SAFETY: `RswWord` is a transparent wrapper of its cell.
    unsafe { &*(&raw const house.lock).cast::<AtomicU32>() }
}

/// One attempt of pl_take_s. A refused one leaves nothing behind and is all that
/// the others see, so the model does not wait and try again.
fn their_seek(house: &House) {
    if word(house).fetch_add(S + R, AcqRel) & (S_ANY | W_ANY) == 0 {
        house.visit(Role::Seeker);
    }
    word(house).fetch_sub(S + R, Release);
}

fn their_read(house: &House) {
    if word(house).fetch_add(R, AcqRel) & W_ANY == 0 {
        house.visit(Role::Reader);
    }
    word(house).fetch_sub(R, Release);
}

/// pl_take_w, which parks behind a seeker and gives up before a writer.
fn their_write(house: &House) {
    let seen = word(house).fetch_add(W + S + R, AcqRel);
    if seen & W_ANY == 0 {
        if seen & S_ANY != 0 {
            word(house).fetch_sub(R, Release);
            house.lock.wait_unlock(R_ANY.into());
            word(house).fetch_add(R, AcqRel);
        }
        house.lock.wait_unlock((R_ANY & !R).into());
        house.visit(Role::Writer);
    }
    word(house).fetch_sub(W + S + R, Release);
}

/// One attempt of pl_take_a.
fn their_atomic(house: &House) {
    let mut seen = word(house).fetch_add(W, AcqRel);
    while seen & R_ANY != 0 {
        if seen & S_ANY != 0 {
            word(house).fetch_sub(W, Release);
            return;
        }
        loom::thread::yield_now();
        seen = word(house).load(Acquire);
    }
    house.visit(Role::Atomic);
    word(house).fetch_sub(W, Release);
}

/// An A of ours that waits for a reader took their refused attempt, whose S
/// shows for a moment, for the signal to start.
#[test]
fn a_refused_seeker_is_no_start_signal() {
    explore(&[read, atomic, their_seek], Some(3));
}

#[test]
fn a_refused_writer_is_no_start_signal() {
    explore(&[read, atomic, their_write], Some(3));
}

#[test]
fn their_a_beside_a_parked_writer() {
    explore(&[seek, write, their_atomic], Some(2));
}

#[test]
fn theirs_against_ours() {
    let theirs: [Script; 4] = [their_read, their_seek, their_write, their_atomic];
    let ours: [Script; 6] = [read, seek, write, atomic, join_alone, seek_then_write];
    for one in theirs {
        for other in ours {
            explore(&[one, other], Some(3));
        }
    }
}

#[test]
fn two_of_theirs_against_one_of_ours() {
    for ours in [read as Script, write, atomic, seek_then_write] {
        for pair in [
            [their_read as Script, their_seek],
            [their_seek, their_write],
            [their_write, their_write],
            [their_read, their_write],
            [their_read, their_atomic],
        ] {
            explore(&[ours, pair[0], pair[1]], Some(2));
        }
    }
}

/// The A that was waiting is one as soon as the reader has left; if it looked
/// at R once more for their refused readers, it could see the second A in R
/// only, who turned to R and waits for it.
#[test]
fn an_a_does_not_wait_for_one_that_turned_reader() {
    fn read_then_atomic_then_read(house: &House) {
        read(house);
        atomic_then_read(house);
    }
    explore(&[read_then_atomic_then_read, atomic, their_read], Some(4));
}
