// SPDX-License-Identifier: MIT OR Apache-2.0
//! Somebody among others that hold the lock without a gap gets in all the same.
#![cfg(not(loom))]

mod waiting;

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

use rswlock::lock::{Preference, RswLock};
use rswlock::park::Scope;
use waiting::{PREFERENCES, eventually, limited};

/// How often the one has to get in.
const TURNS: u32 = 20;

/// A holder of the lock for longer than a switch to another thread takes, so
/// that of a few at least one is inside at any time.
const HOLD: Duration = Duration::from_micros(300);

type Visit = fn(&RswLock);

/// The crowd makes visits one after the other until the one has made some.
fn among(preference: Preference, crowd: &[Visit], one: Visit) {
    let lock = RswLock::new(Scope::Process, preference);
    let over = AtomicBool::new(false);
    let busy = AtomicU32::new(0);
    limited(|| {
        thread::scope(|threads| {
            let (lock, over, busy) = (&lock, &over, &busy);
            for visit in crowd {
                threads.spawn(move || {
                    while !over.load(SeqCst) {
                        visit(lock);
                        busy.fetch_add(1, SeqCst);
                    }
                });
            }
            eventually("the crowd is there", || busy.load(SeqCst) > 20);
            for _ in 0..TURNS {
                one(lock);
            }
            over.store(true, SeqCst);
        });
        assert!(!lock.is_in_use());
    });
}

fn read(lock: &RswLock) {
    lock.take_r().unwrap();
    thread::sleep(HOLD);
    lock.drop_r().unwrap();
}

fn write(lock: &RswLock) {
    lock.take_w().unwrap();
    thread::sleep(HOLD);
    lock.drop_w().unwrap();
}

/// Back at once: a woken thread always finds the lock taken again.
fn write_without_a_pause(lock: &RswLock) {
    for _ in 0..100 {
        lock.take_w().unwrap();
        std::hint::spin_loop();
        lock.drop_w().unwrap();
    }
}

fn seek(lock: &RswLock) {
    lock.take_s().unwrap();
    thread::sleep(HOLD);
    lock.drop_s().unwrap();
}

fn upgrade(lock: &RswLock) {
    lock.take_s().unwrap();
    lock.stow().unwrap();
    lock.drop_w().unwrap();
}

#[test]
fn a_writer_among_readers() {
    for preference in PREFERENCES {
        among(preference, &[read as Visit; 4], write);
    }
}

#[test]
fn an_upgrader_among_readers() {
    for preference in PREFERENCES {
        among(preference, &[read as Visit; 4], upgrade);
    }
}

#[test]
fn a_writer_among_seekers_and_readers() {
    for preference in PREFERENCES {
        among(preference, &[seek, seek, read, read, read], write);
    }
}

/// Not with writers preferred: there readers wait for as long as writers come.
#[test]
fn a_reader_among_writers() {
    for preference in [Preference::Readers, Preference::Fair] {
        among(preference, &[write as Visit; 3], read);
        among(preference, &[write_without_a_pause as Visit; 3], read);
    }
}

#[test]
fn a_seeker_among_writers() {
    for preference in [Preference::Readers, Preference::Fair] {
        among(preference, &[write as Visit; 3], seek);
        among(preference, &[write_without_a_pause as Visit; 3], seek);
    }
}

#[test]
fn a_seeker_among_seekers_and_writers() {
    for preference in [Preference::Readers, Preference::Fair] {
        among(preference, &[seek, seek, write], seek);
    }
}

#[test]
fn a_writer_among_writers() {
    for preference in PREFERENCES {
        among(preference, &[write_without_a_pause as Visit; 3], write);
    }
}
