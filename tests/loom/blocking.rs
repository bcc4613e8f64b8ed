// SPDX-License-Identifier: MIT OR Apache-2.0
//! The blocking lock. loom reports a thread that sleeps for ever as a deadlock,
//! so each of these also looks for lost wake-ups.
//!
//! Time stands still: nobody starves by the clock, a deadline has always passed
//! when the waiter has announced itself, and a reader's patience ends at once.

use rswlock::lock::{Preference, RswLock};
use rswlock::park::{Deadline, Scope};

use super::house::{House, Lock, Role, Script, explore};

/// One type for each preference, so that scripts need no arguments.
pub struct Blocking<const PREFERENCE: u32>(RswLock);

impl<const PREFERENCE: u32> Lock for Blocking<PREFERENCE> {
    fn free() -> Self {
        Self(RswLock::new(
            Scope::Process,
            Preference::from_number(PREFERENCE),
        ))
    }

    fn check_free(&self) {
        assert!(!self.0.is_in_use(), "somebody is left in the lock");
        // Nothing that is left keeps anybody out.
        assert!(self.0.try_w().is_ok());
        assert!(self.0.drop_w().is_ok());
        assert!(self.0.try_s().is_ok());
        assert!(self.0.try_r().is_ok());
    }
}

const READERS: u32 = Preference::Readers as u32;
const WRITERS: u32 = Preference::Writers as u32;
const STRICT: u32 = Preference::WritersNonrecursive as u32;
const FAIR: u32 = Preference::Fair as u32;

fn read<const P: u32>(house: &House<Blocking<P>>) {
    house.lock.0.take_r().unwrap();
    house.visit(Role::Reader);
    house.lock.0.drop_r().unwrap();
}

fn write<const P: u32>(house: &House<Blocking<P>>) {
    house.lock.0.take_w().unwrap();
    house.visit(Role::Writer);
    house.lock.0.drop_w().unwrap();
}

fn write_twice<const P: u32>(house: &House<Blocking<P>>) {
    write(house);
    write(house);
}

fn seek<const P: u32>(house: &House<Blocking<P>>) {
    house.lock.0.take_s().unwrap();
    house.visit(Role::Seeker);
    house.lock.0.drop_s().unwrap();
}

fn seek_then_write<const P: u32>(house: &House<Blocking<P>>) {
    house.lock.0.take_s().unwrap();
    house.visit(Role::Seeker);
    house.lock.0.stow().unwrap();
    house.visit(Role::Writer);
    house.lock.0.drop_w().unwrap();
}

fn write_then_seek_then_read<const P: u32>(house: &House<Blocking<P>>) {
    house.lock.0.take_w().unwrap();
    house.visit(Role::Writer);
    house.lock.0.wtos().unwrap();
    house.visit(Role::Seeker);
    house.lock.0.stor().unwrap();
    house.visit(Role::Reader);
    house.lock.0.drop_r().unwrap();
}

fn write_then_read<const P: u32>(house: &House<Blocking<P>>) {
    house.lock.0.take_w().unwrap();
    house.visit(Role::Writer);
    house.lock.0.wtor().unwrap();
    house.visit(Role::Reader);
    house.lock.0.drop_r().unwrap();
}

fn read_then_more<const P: u32>(house: &House<Blocking<P>>) {
    house.lock.0.take_r().unwrap();
    house.visit(Role::Reader);
    if house.lock.0.try_rtow().is_ok() {
        house.visit(Role::Writer);
        house.lock.0.drop_w().unwrap();
    } else if house.lock.0.try_rtos().is_ok() {
        house.visit(Role::Seeker);
        house.lock.0.drop_s().unwrap();
    } else {
        house.lock.0.drop_r().unwrap();
    }
}

fn read_again_inside<const P: u32>(house: &House<Blocking<P>>) {
    house.lock.0.take_r().unwrap();
    house.enter(Role::Reader);
    read(house);
    house.leave(Role::Reader);
    house.lock.0.drop_r().unwrap();
}

fn try_all<const P: u32>(house: &House<Blocking<P>>) {
    if house.lock.0.try_w().is_ok() {
        house.visit(Role::Writer);
        house.lock.0.drop_w().unwrap();
    }
    if house.lock.0.try_r().is_ok() {
        house.visit(Role::Reader);
        house.lock.0.drop_r().unwrap();
    }
}

fn write_or_give_up<const P: u32>(house: &House<Blocking<P>>) {
    if house.lock.0.take_w_until(&Deadline::PASSED).is_ok() {
        house.visit(Role::Writer);
        house.lock.0.drop_w().unwrap();
    }
}

fn read_or_give_up<const P: u32>(house: &House<Blocking<P>>) {
    if house.lock.0.take_r_until(&Deadline::PASSED).is_ok() {
        house.visit(Role::Reader);
        house.lock.0.drop_r().unwrap();
    }
}

fn seek_or_give_up<const P: u32>(house: &House<Blocking<P>>) {
    if house.lock.0.take_s_until(&Deadline::PASSED).is_ok() {
        house.visit(Role::Seeker);
        house.lock.0.drop_s().unwrap();
    }
}

/// Everybody with everybody.
fn pairs<const P: u32>(scripts: &[Script<Blocking<P>>]) {
    for (index, first) in scripts.iter().enumerate() {
        for second in &scripts[index..] {
            explore(&[*first, *second], None);
        }
    }
}

#[test]
fn pairs_readers() {
    pairs::<READERS>(&[
        read,
        write,
        seek,
        seek_then_write,
        write_then_seek_then_read,
        write_then_read,
        read_then_more,
        try_all,
        write_or_give_up,
        read_or_give_up,
        seek_or_give_up,
    ]);
}

/// What the preferences differ in.
#[test]
fn pairs_other_preferences() {
    fn some<const P: u32>() {
        pairs::<P>(&[
            read,
            write,
            seek_then_write,
            write_or_give_up,
            read_or_give_up,
        ]);
    }
    some::<WRITERS>();
    some::<STRICT>();
    some::<FAIR>();
}

fn triples<const P: u32>() {
    let scripts: [[Script<Blocking<P>>; 3]; 15] = [
        [read, read, write],
        [read, write, write],
        [write, write, write],
        [read, write, write_or_give_up],
        [write, write, write_or_give_up],
        [read, write, read_or_give_up],
        [write, write_or_give_up, write_or_give_up],
        [read, seek_then_write, write],
        [read, seek_then_write, write_or_give_up],
        [seek, seek, write],
        [seek, write, seek_or_give_up],
        [write_then_read, write, read],
        [write_then_seek_then_read, seek, write],
        [read_then_more, write, seek],
        [try_all, write, read],
    ];
    for scripts in scripts {
        explore(&scripts, Some(2));
    }
}

#[test]
fn triples_readers() {
    triples::<READERS>();
}

#[test]
fn triples_writers() {
    triples::<WRITERS>();
}

#[test]
fn triples_strict() {
    triples::<STRICT>();
}

#[test]
fn triples_fair() {
    triples::<FAIR>();
}

/// A thread that reads takes R once more while a writer waits for it.
#[test]
fn recursion_ends() {
    explore(&[read_again_inside::<READERS>, write], Some(3));
    explore(&[read_again_inside::<WRITERS>, write], Some(3));
    explore(&[read_again_inside::<READERS>, write, write], Some(2));
    explore(
        &[read_again_inside::<READERS>, write, write_or_give_up],
        Some(2),
    );
}

/// Wake-ups that meet others under way.
#[test]
fn many_turns() {
    explore(&[write_twice::<READERS>, write_twice], Some(3));
    explore(&[write_twice::<READERS>, write, read], Some(2));
    explore(&[write_twice::<FAIR>, write, read], Some(2));
}
