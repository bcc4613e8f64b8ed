// SPDX-License-Identifier: MIT OR Apache-2.0
//! Threads that use the blocking lock in every way, more than there are CPUs,
//! with deadlines of microseconds, and assert who else is inside.
#![cfg(not(loom))]

mod inside;
mod waiting;

use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use inside::{Inside, Role};
use rswlock::lock::{Preference, RswLock};
use rswlock::park::{Deadline, Scope};
use waiting::{now, until};

const DURATION: Duration = Duration::from_millis(1_000);
const THREADS: u64 = 9;

/// From 1 us ago to 100 us from now.
fn soon(random: &mut Rng) -> Deadline {
    let clock = [libc::CLOCK_MONOTONIC, libc::CLOCK_REALTIME][random.usize(..2)];
    let ahead = Duration::from_nanos(random.u64(..101_000));
    until(clock, now(clock) - Duration::from_micros(1) + ahead)
}

/// One visit. R is not taken twice by a thread: two of the preferences forbid it.
fn visit(lock: &RswLock, inside: &Inside, random: &mut Rng) {
    match random.u64(..12) {
        0..=3 => {
            lock.take_r().unwrap();
            inside.visit(Role::Reader);
            if random.bool() && lock.try_rtos().is_ok() {
                inside.visit(Role::Seeker);
                lock.stow().unwrap();
                inside.visit(Role::Writer);
                lock.wtor().unwrap();
                inside.visit(Role::Reader);
                lock.drop_r().unwrap();
            } else if lock.try_rtow().is_ok() {
                inside.visit(Role::Writer);
                lock.drop_any().unwrap();
            } else {
                lock.drop_any().unwrap();
            }
        }
        4 => {
            lock.take_s().unwrap();
            inside.visit(Role::Seeker);
            lock.stow().unwrap();
            inside.visit(Role::Writer);
            lock.wtos().unwrap();
            inside.visit(Role::Seeker);
            lock.stor().unwrap();
            inside.visit(Role::Reader);
            lock.drop_r().unwrap();
        }
        5 | 6 => {
            lock.take_w().unwrap();
            inside.visit(Role::Writer);
            lock.drop_w().unwrap();
        }
        7 => {
            if lock.take_w_until(&soon(random)).is_ok() {
                inside.visit(Role::Writer);
                lock.drop_w().unwrap();
            }
        }
        8 => {
            if lock.take_r_until(&soon(random)).is_ok() {
                inside.visit(Role::Reader);
                lock.drop_r().unwrap();
            }
        }
        9 => {
            if lock.take_s_until(&soon(random)).is_ok() {
                inside.visit(Role::Seeker);
                lock.drop_s().unwrap();
            }
        }
        10 => {
            // Held while the CPU is given away: the others have to sleep.
            lock.take_w().unwrap();
            thread::yield_now();
            inside.visit(Role::Writer);
            lock.drop_w().unwrap();
        }
        _ => {
            if lock.try_w().is_ok() {
                inside.visit(Role::Writer);
                lock.drop_w().unwrap();
            } else if lock.try_s().is_ok() {
                inside.visit(Role::Seeker);
                lock.drop_s().unwrap();
            } else if lock.try_r().is_ok() {
                inside.visit(Role::Reader);
                lock.drop_r().unwrap();
            }
        }
    }
}

fn stress(scope: Scope, preference: Preference) {
    let lock = RswLock::new(scope, preference);
    let inside = Inside::default();
    let visits = AtomicU64::new(0);
    let end = Instant::now() + DURATION;
    thread::scope(|threads| {
        let lock = &lock;
        for seed in 1..=THREADS {
            let (inside, visits) = (&inside, &visits);
            threads.spawn(move || {
                let mut random = Rng::with_seed(seed);
                while Instant::now() < end {
                    visit(lock, inside, &mut random);
                    visits.fetch_add(1, SeqCst);
                }
            });
        }
        // A lock that hangs must not hang the tests.
        let visits = &visits;
        threads.spawn(move || {
            let mut seen = 0;
            while Instant::now() < end {
                thread::sleep(DURATION / 2);
                let now = visits.load(SeqCst);
                if now == seen {
                    thread::sleep(Duration::from_secs(20));
                    if visits.load(SeqCst) == now {
                        eprintln!("nobody has come in for 20 s: {lock:?}");
                        std::process::abort();
                    }
                }
                seen = now;
            }
        });
    });
    assert!(!lock.is_in_use(), "somebody is left inside: {lock:?}");
    assert!(
        visits.into_inner() >= THREADS * 100,
        "hardly anything was done"
    );
}

#[test]
fn readers() {
    stress(Scope::Process, Preference::Readers);
}

#[test]
fn writers() {
    stress(Scope::Process, Preference::Writers);
}

#[test]
fn writers_nonrecursive() {
    stress(Scope::Process, Preference::WritersNonrecursive);
}

#[test]
fn fair() {
    stress(Scope::Process, Preference::Fair);
}

#[test]
fn shared_between_processes() {
    stress(Scope::Shared, Preference::Readers);
}
