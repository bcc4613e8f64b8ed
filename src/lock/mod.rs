// SPDX-License-Identifier: MIT OR Apache-2.0
//! The blocking lock: readers, one seeker, one writer; spin, then sleep.
//!
//! | file | what |
//! | ---- | ---- |
//! | `state` | the word: who is inside, who waits, who goes next |
//! | `preference` | what a program can choose about that |
//! | `reader`, `seeker`, `writer` | ways in and out, and waiting |
//! | `change` | ways from one to another: upgrade, downgrade |
//! | `owner` | which thread writes, or read last |
//! | `bias` | readers that do not touch the lock |
//! | `wait` | one thread's wait: spin, sleep, deadline, starvation |
//! | `tuning` | how long to spin; `RSWLOCK_*` in the environment |
//!
//! A free lock is taken by one compare-and-swap and left by one. Whoever finds
//! it taken spins for about as long as a switch to another thread takes, then
//! says in the state that it will sleep, and sleeps. Whoever leaves reads the
//! same state: only if it tells of sleepers are some woken.
//!
//! **Barging, with turns.** A lock that was left is free for whoever comes
//! first, which keeps it busy while a woken thread is on its way: to hand it
//! over would cost a context switch for each turn. So a sleeper may find it
//! taken again, and again. Therefore whoever leaves a lock that writers wait
//! for gives them the turn once in [`TURN_NS`]: newcomers stay out until one of
//! the writers was inside. It is the one who leaves who does this, as in
//! parking_lot's eventual fairness, because where threads outnumber CPUs the
//! waiter would need a CPU to ask for it. Sleeping readers are woken whenever a
//! writer leaves; those that found the lock taken again for so long claim the
//! turn themselves.
//!
//! **A writer that waits for readers** takes the turn when it goes to sleep. New
//! readers then wait too, but not for ever unless the lock's [`Preference`]
//! says so: they may be called by a thread that is inside already, or that one
//! inside waits for. After a while (see `reader`) they come in all the same.
//!
//! After the step that releases the lock nothing of it is touched: who must be
//! woken and how was read before.

mod bias;
mod change;
#[cfg(loom)]
pub mod model;
mod owner;
mod preference;
mod reader;
mod seeker;
mod state;
mod tuning;
mod wait;
mod writer;

#[cfg(not(loom))]
use core::sync::atomic::{AtomicU32 as Plain32, AtomicU64 as Plain64};
#[cfg(loom)]
use model::{Plain32, Plain64};

pub use preference::Preference;
pub use tuning::announce;

use crate::atomics::{
    AtomicU64,
    Ordering::{self, Acquire, Relaxed, Release},
};
use crate::park::{self, Count, Scope};
use owner::Owner;
use state::{Left, State, Wake, class};

/// Why a lock was not taken, left or changed. It is as it was before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It would have to be waited for.
    Busy,
    /// The caller is the writer and would wait for itself.
    Deadlock,
    /// The count of readers is full.
    TooManyReaders,
    /// The deadline has passed.
    TimedOut,
    /// Nobody is inside in the way that the caller wants to leave.
    NotHeld,
}

/// What a lock operation answers.
pub type Outcome = Result<(), Refusal>;

/// How long newcomers may pass writers that wait. About what parking_lot takes,
/// 0.5 ms on average; see docs/lock.md for what other values do.
const TURN_NS: u64 = 1_000_000;

/// The lock. Zero bytes are a free one with the preference
/// [`Readers`](Preference::Readers), for the threads of one process.
///
/// Its size is that of `pthread_rwlock_t` or less, and two fields lie where
/// glibc's static initialisers and attributes put them: the scope at offset 28
/// and the preference at offset 48.
#[repr(C)]
#[derive(Debug)]
pub struct RswLock {
    state: AtomicU64,
    /// The address of the table that goes with `bias`.
    table: Plain64,
    /// When the next turn is due to waiting writers: CLOCK_MONOTONIC in ns.
    turn_at: Plain64,
    /// How patient new readers are with waiting writers; see `reader`.
    patience: Plain32,
    /// 0, or not 0 if other processes see the lock.
    shared: u32,
    owner: Owner,
    /// Whether readers come in by slots: see `bias`. From bit 32 the number of the
    /// time for which it is biased; in the low bits open, closed, or neither; between
    /// them where the lock and the table are, so that a copy of the bytes is not
    /// biased.
    bias: AtomicU64,
    preference: u32,
}

#[cfg(all(feature = "capi", not(loom)))]
impl RswLock {
    /// Where a static initialiser puts the preference.
    pub(crate) const OFFSET_OF_PREFERENCE: usize = core::mem::offset_of!(RswLock, preference);
}

#[cfg(not(loom))]
const _: () = {
    assert!(size_of::<RswLock>() == 56);
    assert!(align_of::<RswLock>() == 8);
    assert!(core::mem::offset_of!(RswLock, shared) == 28);
    assert!(core::mem::offset_of!(RswLock, preference) == 48);
};

impl RswLock {
    /// A free lock.
    #[cfg(not(loom))]
    #[must_use]
    pub const fn new(scope: Scope, preference: Preference) -> Self {
        Self::around([const { AtomicU64::new(0) }; 2], scope, preference)
    }

    /// A free lock.
    #[cfg(loom)]
    #[must_use]
    pub fn new(scope: Scope, preference: Preference) -> Self {
        let words = [AtomicU64::new(0), AtomicU64::new(0)];
        Self::around(words, scope, preference).begin()
    }

    const fn around([state, bias]: [AtomicU64; 2], scope: Scope, preference: Preference) -> Self {
        Self {
            state,
            table: Plain64::new(0),
            turn_at: Plain64::new(0),
            patience: Plain32::new(0),
            shared: match scope {
                Scope::Process => 0,
                Scope::Shared => 1,
            },
            owner: Owner::none(),
            bias,
            preference: preference as u32,
        }
    }

    /// Whether somebody is inside or waits.
    pub fn is_in_use(&self) -> bool {
        let seen = self.look();
        seen.has(state::SEEKER | state::WRITER | state::WAITERS)
            || self.glance_inside(seen).readers() > 0
    }

    /// Gives back what is held by whoever calls: W if a writer is inside, else
    /// R. For callers that do not say which; a seeker does not leave this way.
    #[inline(always)]
    pub fn drop_any(&self) -> Outcome {
        // Not the state, which the processor has only once the last atomic
        // operation on it is done.
        if self.owner.is_set() {
            return self.release_w();
        }
        if !self.may_have_slots() {
            return self.drop_counted_r();
        }
        if self.leave_by_slot() {
            return Ok(());
        }
        self.drop_r_otherwise()
    }

    #[inline(always)]
    fn scope(&self) -> Scope {
        if self.shared == 0 {
            Scope::Process
        } else {
            Scope::Shared
        }
    }

    fn preference(&self) -> Preference {
        Preference::from_number(self.preference)
    }

    #[inline(always)]
    fn look(&self) -> State {
        // Relaxed: decides what to try; the compare-and-swap that then lets
        // somebody in is the acquire.
        State(self.state.load(Relaxed))
    }

    /// Replaces `seen` by `next`, or tells what was found instead.
    #[inline(always)]
    fn step(&self, seen: State, next: State, order: Ordering) -> Result<(), State> {
        match self.state.compare_exchange(seen.0, next.0, order, Relaxed) {
            Ok(_) => Ok(()),
            Err(found) => Err(State(found)),
        }
    }

    /// The step of somebody who comes in.
    #[inline(always)]
    fn enter(&self, seen: State, next: State) -> Result<(), State> {
        // Acquire: pairs with the release of everybody who left before, as all
        // of them changed this word.
        self.step(seen, next, Acquire)
    }

    /// Whether waiting writers have been without the turn for [`TURN_NS`], or
    /// nobody has asked for longer.
    ///
    /// Threads that ask at the same moment may both be told so, which costs a
    /// turn. The time is read by those alone who leave a lock that others wait
    /// for.
    fn turn_is_due(&self) -> bool {
        let due = wait::now_ns() >= self.turn_at.load(Relaxed);
        if due {
            self.no_turn_for(TURN_NS);
        }
        due
    }

    fn no_turn_for(&self, ns: u64) {
        self.turn_at
            .store(wait::now_ns().saturating_add(ns), Relaxed);
    }

    /// The step of somebody who leaves the state `next` behind and wakes those
    /// that it lets go on; or tells what was found instead of `seen`.
    fn leave(&self, seen: State, next: State, left: Left) -> Result<(), State> {
        let scope = self.scope();
        let next = if next.waits_without_turn() && self.turn_is_due() {
            next.with(state::WRITERS_TURN)
        } else {
            next
        };
        let (next, wake) = next.pass_on(left, self.preference());
        let address = &raw const self.state;
        // Release: for whoever enters next. From here on the lock may be gone.
        self.step(seen, next, Release)?;
        if let Some(Wake { classes, count }) = wake {
            let anybody = park::wake(address, classes, count, scope);
            // The flags of readers and seekers may be left over from some that
            // gave up. Then it is the writers who are let in.
            if !anybody
                && classes & (class::READERS | class::SEEKERS) != 0
                && next.has(state::WAITERS)
            {
                park::wake(address, class::WRITERS, Count::One, scope);
            }
        }
        Ok(())
    }
}
