// SPDX-License-Identifier: MIT OR Apache-2.0
//! Threads that use a lock in every way and assert who else is inside.
//!
//! What a model with three threads cannot show: many threads, more than there
//! are CPUs, real preemption, and the real back-off. Each thread's choices are
//! those of its seed.
#![cfg(not(loom))]

mod inside;

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use inside::{Inside, Role};
use rswlock::atomics::Cell;
use rswlock::word::RswWord;

/// How long each mix runs. Long enough for some thousand preemptions.
const DURATION: Duration = Duration::from_millis(1200);
const THREADS: u64 = 8;

fn deadline_in(ns: u64) -> u64 {
    let mut now = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: `now` is a valid place for one timespec.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut now) };
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64 + ns
}

/// One visit by way of R, S or W.
fn seek_and_write<C: Cell>(lock: &RswWord<C>, inside: &Inside, random: &mut Rng) {
    match random.u64(..9) {
        0..=2 => {
            lock.take_r();
            inside.visit(Role::Reader);
            if random.u64(..2) == 0 && lock.try_rtos() {
                inside.visit(Role::Seeker);
                lock.stow();
                inside.visit(Role::Writer);
                lock.wtor();
                inside.visit(Role::Reader);
            } else if lock.try_rtow() {
                inside.visit(Role::Writer);
                lock.drop_w();
                return;
            }
            lock.drop_r();
        }
        3 => {
            lock.take_s();
            inside.visit(Role::Seeker);
            lock.stow();
            inside.visit(Role::Writer);
            lock.wtos();
            inside.visit(Role::Seeker);
            lock.stor();
            inside.visit(Role::Reader);
            lock.drop_r();
        }
        4 => {
            lock.take_s();
            inside.visit(Role::Seeker);
            lock.drop_s();
        }
        5 => {
            lock.take_w();
            inside.visit(Role::Writer);
            lock.drop_w();
        }
        6 => {
            let patience = random.u64(..50_000);
            if lock.take_w_until(deadline_in(patience)).is_ok() {
                inside.visit(Role::Writer);
                lock.drop_w();
            }
        }
        7 => {
            if lock.take_s_until(deadline_in(random.u64(..20_000))).is_ok() {
                inside.visit(Role::Seeker);
                lock.drop_s();
            } else if lock.take_r_until(deadline_in(random.u64(..20_000))).is_ok() {
                inside.visit(Role::Reader);
                lock.drop_r();
            }
        }
        _ => {
            if lock.try_w() {
                inside.visit(Role::Writer);
                lock.drop_w();
            } else if lock.try_s() {
                inside.visit(Role::Seeker);
                lock.drop_s();
            } else if lock.try_r() {
                inside.visit(Role::Reader);
                lock.drop_r();
            }
        }
    }
}

/// One visit by way of R, A, J or C.
fn join_and_claim<C: Cell>(lock: &RswWord<C>, inside: &Inside, random: &mut Rng) {
    match random.u64(..8) {
        0..=2 => {
            lock.take_r();
            inside.visit(Role::Reader);
            match random.u64(..4) {
                0 => {
                    lock.rtoj();
                    inside.visit(Role::Joined);
                    lock.jtoc();
                    inside.visit(Role::Joined);
                    lock.ctoa();
                    inside.visit(Role::Atomic);
                    lock.drop_a();
                }
                1 => {
                    lock.rtoc();
                    inside.visit(Role::Joined);
                    lock.drop_c();
                }
                2 => {
                    lock.rtoj();
                    inside.visit(Role::Joined);
                    lock.drop_j();
                }
                _ => lock.drop_r(),
            }
        }
        3 => {
            lock.take_j();
            inside.visit(Role::Writer);
            lock.drop_j();
        }
        4 => {
            lock.take_r();
            if lock.try_rtoa() {
                inside.visit(Role::Atomic);
                lock.drop_a();
            } else {
                lock.drop_r();
            }
        }
        5 => {
            lock.take_a();
            inside.visit(Role::Atomic);
            lock.ator();
            inside.visit(Role::Reader);
            lock.drop_r();
        }
        6 => {
            if lock.try_j() {
                inside.visit(Role::Writer);
                lock.drop_j();
            } else if lock.try_a() {
                inside.visit(Role::Atomic);
                lock.drop_a();
            }
        }
        _ => {
            lock.take_a();
            inside.visit(Role::Atomic);
            lock.drop_a();
        }
    }
}

/// R, S, W and the direct A and J, which may be mixed freely.
fn anything_direct<C: Cell>(lock: &RswWord<C>, inside: &Inside, random: &mut Rng) {
    match random.u64(..4) {
        0 => {
            lock.take_a();
            inside.visit(Role::Atomic);
            lock.drop_a();
        }
        1 => {
            lock.take_j();
            inside.visit(Role::Writer);
            lock.drop_j();
        }
        _ => seek_and_write(lock, inside, random),
    }
}

type Visit<C> = fn(&RswWord<C>, &Inside, &mut Rng);

fn stress<C: Cell + Sync>(cell: C, visit: Visit<C>) {
    let lock = RswWord::new(cell);
    let inside = Inside::default();
    let visits = AtomicU64::new(0);
    let end = Instant::now() + DURATION;
    thread::scope(|scope| {
        for seed in 1..=THREADS {
            let (lock, inside, visits) = (&lock, &inside, &visits);
            scope.spawn(move || {
                let mut random = Rng::with_seed(seed);
                let mut done = 0;
                while Instant::now() < end {
                    visit(lock, inside, &mut random);
                    done += 1;
                }
                assert!(done > 0, "a thread got nothing done");
                visits.fetch_add(done, SeqCst);
            });
        }
    });
    assert_eq!(lock.wait_unlock(0), 0, "something is left in the word");
    assert!(
        visits.into_inner() >= THREADS * 100,
        "hardly anything was done"
    );
}

#[test]
fn seekers_and_writers_32() {
    stress(AtomicU32::new(0), seek_and_write);
}

#[test]
fn seekers_and_writers_64() {
    stress(AtomicU64::new(0), seek_and_write);
}

#[test]
fn joiners_32() {
    stress(AtomicU32::new(0), join_and_claim);
}

#[test]
fn joiners_64() {
    stress(AtomicU64::new(0), join_and_claim);
}

#[test]
fn anything_direct_32() {
    stress(AtomicU32::new(0), anything_direct);
}

#[test]
fn anything_direct_64() {
    stress(AtomicU64::new(0), anything_direct);
}
