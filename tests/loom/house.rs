// SPDX-License-Identifier: MIT OR Apache-2.0
//! A lock, the data it guards, and a list of who is inside.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use loom::cell::UnsafeCell;
use loom::sync::atomic::{AtomicU32, Ordering::Relaxed};
use rswlock::word::RswWord;

/// What somebody inside may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Reader,
    Seeker,
    Writer,
    Atomic,
    /// One of those who join or claim together.
    Joined,
    /// The holder of an exclusive J.
    Alone,
}

const ROLES: [Role; 6] = [
    Role::Reader,
    Role::Seeker,
    Role::Writer,
    Role::Atomic,
    Role::Joined,
    Role::Alone,
];

/// The compatibility matrix, written down once more and apart from the code.
fn may_meet(one: Role, other: Role) -> bool {
    use Role::{Atomic, Joined, Reader, Seeker};
    matches!(
        (one, other),
        (Reader, Reader | Seeker) | (Seeker, Reader) | (Atomic, Atomic) | (Joined, Joined)
    )
}

/// What a house has at its door.
pub trait Lock: 'static {
    /// A free one.
    fn free() -> Self;

    /// Asserts that nobody has left anything behind.
    fn check_free(&self);
}

impl Lock for RswWord<AtomicU32> {
    fn free() -> Self {
        Self::new(AtomicU32::new(0))
    }

    fn check_free(&self) {
        assert_eq!(self.wait_unlock(0), 0, "something is left in the word");
    }
}

pub struct House<L = RswWord<AtomicU32>> {
    pub lock: L,
    /// Written by the writer alone, read by all: loom reports an access that
    /// does not happen after the one it conflicts with.
    plain: UnsafeCell<u32>,
    /// Touched by the seeker and those who are alone: what one seeker did the
    /// next one must see, with no writer between them.
    by_seeker: UnsafeCell<u32>,
    /// Written by A, together. Everybody else reads it without an atomic
    /// operation, which loom reports if a write may be under way.
    by_atomic: AtomicU32,
    /// The same for those who have joined.
    by_joined: AtomicU32,
    /// How many of each role are inside. Not loom's atomics: the list adds no
    /// interleavings and no orderings to the model.
    inside: [AtomicUsize; ROLES.len()],
}

impl<L: Lock> House<L> {
    pub fn new() -> Arc<Self> {
        Arc::new(Self {
            lock: L::free(),
            plain: UnsafeCell::new(0),
            by_seeker: UnsafeCell::new(0),
            by_atomic: AtomicU32::new(0),
            by_joined: AtomicU32::new(0),
            inside: Default::default(),
        })
    }

    fn count(&self, role: Role) -> &AtomicUsize {
        &self.inside[role as usize]
    }

    /// Comes in: asserts that nobody is there whom this role excludes.
    pub fn enter(&self, role: Role) {
        for other in ROLES {
            let there = self.count(other).load(SeqCst);
            assert!(
                there == 0 || may_meet(role, other),
                "{role:?} came in with {there} {other:?} inside"
            );
        }
        self.count(role).fetch_add(1, SeqCst);
    }

    pub fn leave(&self, role: Role) {
        self.count(role).fetch_sub(1, SeqCst);
    }

    /// Does inside what the role is for.
    pub fn work(&self, role: Role) {
        // SAFETY (of each block): the lock keeps those out whose writes would
        // conflict; loom checks that it does.
        match role {
            Role::Reader | Role::Seeker => {
                if role == Role::Seeker {
                    self.by_seeker.with_mut(|data| unsafe { *data += 1 });
                }
                self.plain.with(|data| unsafe { *data });
                unsafe { self.by_atomic.unsync_load() };
                unsafe { self.by_joined.unsync_load() };
            }
            Role::Writer | Role::Alone => {
                self.plain.with_mut(|data| unsafe { *data += 1 });
                self.by_seeker.with_mut(|data| unsafe { *data += 1 });
                self.by_atomic.fetch_add(1, Relaxed);
                self.by_joined.fetch_add(1, Relaxed);
            }
            Role::Atomic => {
                self.plain.with(|data| unsafe { *data });
                self.by_atomic.fetch_add(1, Relaxed);
                unsafe { self.by_joined.unsync_load() };
            }
            Role::Joined => {
                self.plain.with(|data| unsafe { *data });
                unsafe { self.by_atomic.unsync_load() };
                self.by_joined.fetch_add(1, Relaxed);
            }
        }
    }

    /// Is inside for as long as it takes to do the work.
    pub fn visit(&self, role: Role) {
        self.enter(role);
        self.work(role);
        self.leave(role);
    }

    /// Everybody has left.
    pub fn check_empty(&self) {
        self.lock.check_free();
        for role in ROLES {
            assert_eq!(self.count(role).load(SeqCst), 0);
        }
    }
}

/// One thread of a model.
pub type Script<L = RswWord<AtomicU32>> = fn(&House<L>);

/// Runs the scripts, one thread each, in every way they can interleave with at
/// most `preemptions` involuntary switches.
pub fn explore<L: Lock>(scripts: &[Script<L>], preemptions: Option<usize>) {
    let (first, others) = scripts.split_first().expect("there is a script");
    check(None, Some(*first), others, preemptions);
}

/// As [`explore`], after something that has been done alone. Any of the threads
/// may begin, for which no involuntary switch is needed.
pub fn explore_after<L: Lock>(
    before: Script<L>,
    scripts: &[Script<L>],
    preemptions: Option<usize>,
) {
    check(Some(before), None, scripts, preemptions);
}

fn check<L: Lock>(
    before: Option<Script<L>>,
    here: Option<Script<L>>,
    elsewhere: &[Script<L>],
    preemptions: Option<usize>,
) {
    let elsewhere = elsewhere.to_vec();
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = preemptions;
    builder.max_branches = 10_000;
    builder.check(move || {
        let house = House::new();
        if let Some(script) = before {
            script(&house);
        }
        let threads: Vec<_> = elsewhere
            .iter()
            .map(|&script| {
                let house = house.clone();
                loom::thread::spawn(move || script(&house))
            })
            .collect();
        if let Some(script) = here {
            script(&house);
        }
        for thread in threads {
            thread.join().unwrap();
        }
        house.check_empty();
    });
}
