// SPDX-License-Identifier: MIT OR Apache-2.0
//! Who comes in first, by schedules that are forced.
#![cfg(not(loom))]

mod waiting;

use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

use libc::CLOCK_MONOTONIC;
use rswlock::lock::{Preference, Refusal, RswLock};
use rswlock::park::Scope;
use waiting::{A_WHILE, Diary, PREFERENCES, Waiter, asleep, eventually, limited, now, until};

fn lock(preference: Preference) -> RswLock {
    RswLock::new(Scope::Process, preference)
}

/// A writer inside; a writer and a reader asleep, in this order. Who goes first
/// when the one inside has left?
fn first_after_a_writer(preference: Preference) -> &'static str {
    let lock = lock(preference);
    let diary = Diary::default();
    let (one, other) = (Waiter::default(), Waiter::default());
    lock.take_w().unwrap();
    thread::scope(|threads| {
        asleep(threads, &lock, &one, || {
            lock.take_w().unwrap();
            diary.note("writer");
            lock.drop_w().unwrap();
        });
        asleep(threads, &lock, &other, || {
            lock.take_r().unwrap();
            diary.note("reader");
            lock.drop_r().unwrap();
        });
        lock.drop_w().unwrap();
    });
    assert_eq!(diary.entries().len(), 2);
    assert!(!lock.is_in_use());
    diary.entries()[0]
}

#[test]
fn after_a_writer_the_preference_decides() {
    limited(|| {
        assert_eq!(first_after_a_writer(Preference::Readers), "reader");
        assert_eq!(first_after_a_writer(Preference::Fair), "reader");
        assert_eq!(first_after_a_writer(Preference::Writers), "writer");
        assert_eq!(
            first_after_a_writer(Preference::WritersNonrecursive),
            "writer"
        );
    });
}

#[test]
fn all_who_can_be_inside_together_are_let_in_together() {
    limited(|| {
        for preference in PREFERENCES {
            let lock = lock(preference);
            let inside = AtomicU32::new(0);
            let all_inside = || {
                inside.fetch_add(1, SeqCst);
                eventually("all are inside", || inside.load(SeqCst) == 4);
            };
            let waiters: [Waiter; 2] = Default::default();
            lock.take_w().unwrap();
            thread::scope(|threads| {
                asleep(threads, &lock, &waiters[0], || {
                    lock.take_s().unwrap();
                    all_inside();
                    lock.drop_s().unwrap();
                });
                asleep(threads, &lock, &waiters[1], || {
                    lock.take_r().unwrap();
                    all_inside();
                    lock.drop_r().unwrap();
                });
                // The state says already that readers sleep.
                for _ in 0..2 {
                    threads.spawn(|| {
                        lock.take_r().unwrap();
                        all_inside();
                        lock.drop_r().unwrap();
                    });
                }
                thread::sleep(A_WHILE);
                lock.drop_w().unwrap();
            });
            assert!(!lock.is_in_use());
        }
    });
}

/// R is held and a writer waits. Whoever takes R again comes in, and the writer
/// when all are gone.
#[test]
fn a_reader_may_read_again_while_a_writer_waits() {
    limited(|| {
        for preference in [Preference::Readers, Preference::Writers] {
            let lock = lock(preference);
            let diary = Diary::default();
            let writer = Waiter::default();
            lock.take_r().unwrap();
            thread::scope(|threads| {
                asleep(threads, &lock, &writer, || {
                    lock.take_w().unwrap();
                    diary.note("writer");
                    lock.drop_w().unwrap();
                });
                for _ in 0..200 {
                    lock.take_r().unwrap();
                }
                lock.try_r().unwrap();
                assert!(!diary.has("writer"));
                for _ in 0..202 {
                    lock.drop_r().unwrap();
                }
            });
            assert!(diary.has("writer"));
            assert!(!lock.is_in_use());
        }
    });
}

/// The other two preferences keep new readers out for as long as a writer waits,
/// and let them in when it has given up, although those inside stay there.
#[test]
fn a_writer_that_gives_up_lets_in_whom_it_held_back() {
    limited(|| {
        for preference in [Preference::WritersNonrecursive, Preference::Fair] {
            let lock = lock(preference);
            let diary = Diary::default();
            let writer = Waiter::default();
            lock.take_r().unwrap();
            let end = now(CLOCK_MONOTONIC) + Duration::from_secs(2);
            let deadline = until(CLOCK_MONOTONIC, end);
            thread::scope(|threads| {
                asleep(threads, &lock, &writer, || {
                    let outcome = lock.take_w_until(&deadline);
                    assert_eq!(outcome, Err(Refusal::TimedOut));
                });
                let tried = lock.try_r();
                if now(CLOCK_MONOTONIC) < end {
                    assert_eq!(tried, Err(Refusal::Busy));
                }
                if tried.is_ok() {
                    lock.drop_r().unwrap();
                }
                threads.spawn(|| {
                    lock.take_r().unwrap();
                    diary.note("reader");
                    lock.drop_r().unwrap();
                });
                thread::sleep(A_WHILE);
                let early = diary.has("reader");
                assert!(
                    !early || now(CLOCK_MONOTONIC) > end,
                    "a reader passed the writer"
                );
                eventually("the reader comes in", || diary.has("reader"));
            });
            lock.drop_r().unwrap();
            assert!(!lock.is_in_use());
        }
    });
}
