// SPDX-License-Identifier: MIT OR Apache-2.0
//! The lock may be freed by whoever has been the last inside, at once.
//!
//! Whoever released it before must not look at it again, and what it did there
//! must have happened before.

use std::cell::UnsafeCell;
use std::sync::Arc;

use loom::sync::atomic::{AtomicU32, Ordering::AcqRel};
use rswlock::lock::model::{set_time, watch_all_fields};
use rswlock::lock::{Preference, RswLock};
use rswlock::park::{Deadline, Scope};

use super::TIMES;

/// A lock with a count of those that have not been inside yet.
struct Doomed {
    lock: UnsafeCell<RswLock>,
    due: AtomicU32,
}

// SAFETY: all but the last to be inside use the lock by shared reference.
unsafe impl Send for Doomed {}
// SAFETY: as above.
unsafe impl Sync for Doomed {}

impl Doomed {
    fn lock(&self) -> &RswLock {
        // SAFETY: it lives until `free`, and loom reports who comes later.
        unsafe { &*self.lock.get() }
    }

    /// Said inside: whether everybody else has been there.
    fn is_last(&self) -> bool {
        self.due.fetch_sub(1, AcqRel) == 1
    }

    fn free(&self) {
        // SAFETY: nobody uses the lock any more; that this is so is what loom
        // is asked here.
        unsafe { &mut *self.lock.get() }.destroy();
    }
}

type Visit = fn(&Doomed);

fn write(doomed: &Doomed) {
    let lock = doomed.lock();
    lock.take_w().unwrap();
    let last = doomed.is_last();
    lock.drop_any().unwrap();
    if last {
        doomed.free();
    }
}

fn write_or_give_up(doomed: &Doomed) {
    let lock = doomed.lock();
    // Who has given up may still be the last: the others may still be inside.
    if lock.take_w_until(&Deadline::soon(0)).is_err() {
        return write(doomed);
    }
    let last = doomed.is_last();
    lock.drop_w().unwrap();
    if last {
        doomed.free();
    }
}

fn read(doomed: &Doomed) {
    let lock = doomed.lock();
    lock.take_r().unwrap();
    let last = doomed.is_last();
    lock.drop_any().unwrap();
    if last {
        doomed.free();
    }
}

fn read_or_give_up(doomed: &Doomed) {
    let lock = doomed.lock();
    if lock.take_r_until(&Deadline::soon(0)).is_err() {
        return read(doomed);
    }
    let last = doomed.is_last();
    lock.drop_r().unwrap();
    if last {
        doomed.free();
    }
}

fn seek(doomed: &Doomed) {
    let lock = doomed.lock();
    lock.take_s().unwrap();
    let last = doomed.is_last();
    lock.drop_s().unwrap();
    if last {
        doomed.free();
    }
}

fn seek_then_write(doomed: &Doomed) {
    let lock = doomed.lock();
    lock.take_s().unwrap();
    lock.stow().unwrap();
    let last = doomed.is_last();
    lock.drop_w().unwrap();
    if last {
        doomed.free();
    }
}

fn write_then_read(doomed: &Doomed) {
    let lock = doomed.lock();
    lock.take_w().unwrap();
    lock.wtor().unwrap();
    let last = doomed.is_last();
    lock.drop_r().unwrap();
    if last {
        doomed.free();
    }
}

fn doom(preference: Preference, visits: &[Visit], preemptions: usize) {
    let visits = visits.to_vec();
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder.max_branches = 10_000;
    builder.check(move || {
        let doomed = Arc::new(Doomed {
            lock: UnsafeCell::new(RswLock::new(Scope::Process, preference)),
            due: AtomicU32::new(visits.len() as u32),
        });
        let threads: Vec<_> = visits[1..]
            .iter()
            .map(|&visit| {
                let doomed = doomed.clone();
                loom::thread::spawn(move || visit(&doomed))
            })
            .collect();
        visits[0](&doomed);
        for thread in threads {
            thread.join().unwrap();
        }
    });
}

/// Those that exclude all others, and so may be the last; of the others one can
/// be there, or the last would leave before the others.
const ALONE: [Visit; 3] = [write, write_or_give_up, seek_then_write];
const SHARED: [Visit; 4] = [read, read_or_give_up, seek, write_then_read];

#[test]
fn the_last_of_two_frees_it() {
    watch_all_fields(true);
    for time in TIMES {
        set_time(time);
        for preference in [Preference::Readers, Preference::WritersNonrecursive] {
            for first in ALONE {
                for second in ALONE.into_iter().chain(SHARED) {
                    doom(preference, &[first, second], 2);
                }
            }
        }
    }
}

#[test]
fn the_last_of_three_frees_it() {
    for time in TIMES {
        set_time(time);
        doom(Preference::Readers, &[write, write, read], 2);
        doom(Preference::Readers, &[write, write_or_give_up, read], 2);
        doom(Preference::Readers, &[seek_then_write, write, read], 2);
        doom(Preference::Fair, &[write, write_or_give_up, write], 2);
    }
}
