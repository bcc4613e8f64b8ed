// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the blocking lock refuses, when it gives up, and what a wait costs.
#![cfg(not(loom))]

mod waiting;

use std::sync::atomic::Ordering::SeqCst;
use std::thread;
use std::time::Duration;

use libc::{CLOCK_MONOTONIC, CLOCK_REALTIME, CLOCK_THREAD_CPUTIME_ID};
use rswlock::lock::{Outcome, Preference, Refusal, RswLock};
use rswlock::park::{Deadline, Scope};
use waiting::{PREFERENCES, Waiter, asleep, limited, now, state, until};

type Call = fn(&RswLock) -> Outcome;
type Until = fn(&RswLock, &Deadline) -> Outcome;

const TAKE_UNTIL: [Until; 3] = [
    RswLock::take_r_until,
    RswLock::take_s_until,
    RswLock::take_w_until,
];

fn at_all_locks(test: impl Fn(&RswLock)) {
    limited(|| {
        for scope in [Scope::Process, Scope::Shared] {
            for preference in PREFERENCES {
                test(&RswLock::new(scope, preference));
            }
        }
    });
}

fn far() -> Deadline {
    until(
        CLOCK_MONOTONIC,
        now(CLOCK_MONOTONIC) + Duration::from_secs(100),
    )
}

#[test]
fn the_writer_is_told_that_it_would_wait_for_itself() {
    fn refuses_itself(lock: &RswLock) {
        let before = state(lock).load(SeqCst);
        for take in [RswLock::take_r, RswLock::take_s, RswLock::take_w] {
            assert_eq!(take(lock), Err(Refusal::Deadlock));
        }
        for take in TAKE_UNTIL {
            assert_eq!(take(lock, &far()), Err(Refusal::Deadlock));
        }
        for attempt in [RswLock::try_r, RswLock::try_s, RswLock::try_w] {
            assert_eq!(attempt(lock), Err(Refusal::Busy));
        }
        assert_eq!(state(lock).load(SeqCst), before);
    }

    at_all_locks(|lock| {
        lock.take_w().unwrap();
        refuses_itself(lock);
        lock.wtos().unwrap();
        lock.stow().unwrap();
        refuses_itself(lock);
        lock.drop_w().unwrap();
        lock.take_r().unwrap();
        lock.try_rtow().unwrap();
        refuses_itself(lock);
        // Nobody is the writer any more.
        lock.wtor().unwrap();
        assert_eq!(lock.try_r(), Ok(()));
        lock.drop_r().unwrap();
        lock.drop_any().unwrap();
        assert!(!lock.is_in_use());
    });
}

/// Another thread is not the writer, and waits until its own deadline.
#[test]
fn others_are_not_told_so() {
    at_all_locks(|lock| {
        lock.take_w().unwrap();
        thread::scope(|threads| {
            threads.spawn(|| {
                for take in TAKE_UNTIL {
                    let soon = now(CLOCK_MONOTONIC) + Duration::from_millis(2);
                    let outcome = take(lock, &until(CLOCK_MONOTONIC, soon));
                    assert_eq!(outcome, Err(Refusal::TimedOut));
                }
            });
        });
        lock.drop_w().unwrap();
        assert!(!lock.is_in_use());
    });
}

#[test]
fn what_nobody_holds_cannot_be_left() {
    let all: [Call; 10] = [
        RswLock::drop_r,
        RswLock::drop_s,
        RswLock::drop_w,
        RswLock::drop_any,
        RswLock::stow,
        RswLock::wtos,
        RswLock::wtor,
        RswLock::stor,
        RswLock::try_rtos,
        RswLock::try_rtow,
    ];
    at_all_locks(|lock| {
        for call in all {
            assert_eq!(call(lock), Err(Refusal::NotHeld));
            assert_eq!(state(lock).load(SeqCst), 0);
        }
        lock.take_w().unwrap();
        lock.drop_w().unwrap();
    });
}

#[test]
fn the_count_of_readers_does_not_overflow() {
    /// The most readers, and the mark that there are some.
    const FULL: u64 = ((1 << 28) - 1) | 1 << 40;

    at_all_locks(|lock| {
        // Instead of taking R that often.
        state(lock).store(FULL, SeqCst);
        for take in [RswLock::try_r, RswLock::take_r] {
            assert_eq!(take(lock), Err(Refusal::TooManyReaders));
        }
        assert_eq!(lock.take_r_until(&far()), Err(Refusal::TooManyReaders));
        assert_eq!(state(lock).load(SeqCst), FULL);
        assert_eq!(lock.try_w(), Err(Refusal::Busy));
        // A seeker stays one.
        lock.take_s().unwrap();
        assert_eq!(lock.stor(), Err(Refusal::TooManyReaders));
        lock.drop_s().unwrap();
        assert_eq!(state(lock).load(SeqCst), FULL);
        // With one less there is room for one.
        lock.drop_r().unwrap();
        lock.take_r().unwrap();
        assert_eq!(state(lock).load(SeqCst), FULL);
    });
}

#[test]
fn a_passed_deadline_takes_a_free_lock_only() {
    at_all_locks(|lock| {
        for clock in [CLOCK_MONOTONIC, CLOCK_REALTIME] {
            let long_ago = libc::timespec {
                tv_sec: -1,
                tv_nsec: 0,
            };
            let long_ago = Deadline::from_timespec(clock, &long_ago).unwrap();
            let just_now = until(clock, now(clock));
            for deadline in [long_ago, just_now] {
                lock.take_w_until(&deadline).unwrap();
                thread::scope(|threads| {
                    threads.spawn(|| {
                        for take in TAKE_UNTIL {
                            assert_eq!(take(lock, &deadline), Err(Refusal::TimedOut));
                        }
                    });
                });
                lock.drop_w().unwrap();
                lock.take_s_until(&deadline).unwrap();
                lock.take_r_until(&deadline).unwrap();
                assert_eq!(lock.take_w_until(&deadline), Err(Refusal::TimedOut));
                lock.drop_r().unwrap();
                lock.drop_s().unwrap();
                assert_eq!(state(lock).load(SeqCst), 0);
            }
        }
    });
}

#[test]
fn no_wait_is_given_up_early() {
    at_all_locks(|lock| {
        lock.take_w().unwrap();
        thread::scope(|threads| {
            for clock in [CLOCK_MONOTONIC, CLOCK_REALTIME] {
                for take in TAKE_UNTIL {
                    threads.spawn(move || {
                        let end = now(clock) + Duration::from_millis(40);
                        assert_eq!(take(lock, &until(clock, end)), Err(Refusal::TimedOut));
                        assert!(now(clock) >= end);
                    });
                }
            }
        });
        lock.drop_w().unwrap();
        assert!(!lock.is_in_use());
    });
}

#[test]
fn a_deadline_needs_a_clock_and_a_fraction_of_a_second() {
    for (clock, nanoseconds) in [
        (CLOCK_MONOTONIC, -1),
        (CLOCK_MONOTONIC, 1_000_000_000),
        (CLOCK_REALTIME, i64::MAX),
        (CLOCK_THREAD_CPUTIME_ID, 0),
        (libc::CLOCK_BOOTTIME, 0),
        (-1, 0),
    ] {
        let time = libc::timespec {
            tv_sec: 1,
            tv_nsec: nanoseconds,
        };
        assert!(Deadline::from_timespec(clock, &time).is_none());
    }
}

/// Waiters sleep: all of them together use a small part of the CPU time that one
/// of them would if it did not.
#[test]
fn waiters_use_no_cpu_time() {
    const HELD: Duration = Duration::from_millis(400);

    limited(|| {
        let lock = RswLock::new(Scope::Process, Preference::Readers);
        let waiter = Waiter::default();
        lock.take_w().unwrap();
        let used: Vec<Duration> = thread::scope(|threads| {
            let lock = &lock;
            let waits: [Call; 6] = [
                |lock| lock.take_r().and_then(|()| lock.drop_r()),
                |lock| lock.take_s().and_then(|()| lock.drop_s()),
                |lock| lock.take_w().and_then(|()| lock.drop_w()),
                |lock| lock.take_r_until(&far()).and_then(|()| lock.drop_r()),
                |lock| lock.take_s_until(&far()).and_then(|()| lock.drop_s()),
                |lock| lock.take_w_until(&far()).and_then(|()| lock.drop_w()),
            ];
            let waits = waits.map(|wait| {
                threads.spawn(move || {
                    let before = now(CLOCK_THREAD_CPUTIME_ID);
                    wait(lock).unwrap();
                    now(CLOCK_THREAD_CPUTIME_ID) - before
                })
            });
            thread::sleep(HELD);
            lock.drop_w().unwrap();
            waits.map(|wait| wait.join().unwrap()).into()
        });
        let used: Duration = used.iter().sum();
        assert!(used < HELD / 8, "{used:?}");

        // With readers inside, so that a newcomer has patience and no more.
        lock.take_r().unwrap();
        let used = thread::scope(|threads| {
            let lock = &lock;
            asleep(threads, lock, &waiter, || {
                lock.take_w().and_then(|()| lock.drop_w()).unwrap();
            });
            let reader = threads.spawn(move || {
                let before = now(CLOCK_THREAD_CPUTIME_ID);
                for _ in 0..20 {
                    lock.take_r().and_then(|()| lock.drop_r()).unwrap();
                }
                now(CLOCK_THREAD_CPUTIME_ID) - before
            });
            let used = reader.join().unwrap();
            lock.drop_r().unwrap();
            used
        });
        assert!(used < HELD / 8, "{used:?}");
        assert!(!lock.is_in_use());
    });
}
