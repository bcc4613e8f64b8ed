// SPDX-License-Identifier: MIT OR Apache-2.0
//! Readers: any number inside together.
//!
//! **Patience.** A new reader that finds a waiting writer's turn lets it go
//! first, for 1 ms. Then it comes in and ends the turn, because the writer may
//! be waiting for this very thread, which is inside already and asks once more.
//! It may do so a thousand times: so the next turn comes no sooner than after
//! four times as long. Where readers overlap without end, a writer that waits
//! for slower ones would starve at that; so each time patience ran out, it lasts
//! twice as long the next time, up to 64 ms, until a writer came in.

use core::sync::atomic::Ordering::Relaxed as Plain;

use super::bias::BySlot;
use super::state::{
    BIASED, Left, READERS_ASLEEP, SHARED_TURN, Standing, State, WAITERS, WRITER, WRITERS_TURN,
    class,
};
use super::wait::Wait;
use super::{Outcome, Refusal, RswLock};
use crate::atomics::Ordering::{Relaxed, Release};
use crate::park::{Deadline, Wakeup};

/// How long a new reader lets a waiting writer go first, and how often that
/// doubles.
const PATIENCE_NS: u64 = 1_000_000;
const DOUBLINGS: u32 = 6;

/// How much longer there is no turn after one that ended in vain.
const CALM: u64 = 4;

impl RswLock {
    /// Takes R if no writer is inside; with the preferences that hold readers
    /// back, only if no writer waits either.
    #[inline(always)]
    pub fn try_r(&self) -> Outcome {
        let preference = self.preference();
        // Patience is for those who can wait.
        let standing = if preference.holds_readers_back() {
            Standing::New
        } else {
            Standing::Due
        };
        let mut seen = self.look();
        while seen.admits_reader(standing, preference) {
            if seen.has(BIASED) && self.enter_by_new_slot() {
                return Ok(());
            }
            match self.enter(seen, seen.with_reader()?) {
                Ok(()) => {
                    return self.note_reader();
                }
                Err(found) => seen = found,
            }
        }
        Err(Refusal::Busy)
    }

    /// Takes R; waits for writers.
    #[inline(always)]
    pub fn take_r(&self) -> Outcome {
        if self.may_be_open() {
            return match self.enter_by_slot() {
                BySlot::Yes => Ok(()),
                BySlot::No => self.take_r_shared(self.look()),
                BySlot::TooLate(word) => self.take_r_again(word),
            };
        }
        // For a free lock without a look before, so that its line is fetched
        // once, for writing.
        match self.enter(State::FREE, State::ONE_READER) {
            Ok(()) => self.note_reader(),
            Err(seen) => self.take_r_shared(seen),
        }
    }

    /// The way in after the slot was taken too late.
    #[cold]
    #[inline(never)]
    fn take_r_again(&self, word: u64) -> Outcome {
        if self.withdraw(word) {
            return Ok(());
        }
        self.take_r_shared(self.look())
    }

    /// The way in to a lock in which somebody is, or may be by a slot.
    #[cold]
    #[inline(never)]
    fn take_r_shared(&self, seen: State) -> Outcome {
        if seen.has(BIASED) && self.enter_by_new_slot() {
            return Ok(());
        }
        if seen.has_readers_alone() && self.enter(seen, seen.with_reader()?).is_ok() {
            return self.note_reader();
        }
        self.take_r_slow(None)
    }

    /// Takes R, or gives up at the deadline. A lock that can be taken at once
    /// is taken whatever the deadline.
    pub fn take_r_until(&self, deadline: &Deadline) -> Outcome {
        self.take_r_slow(Some(deadline))
    }

    #[cold]
    #[inline(never)]
    fn take_r_slow(&self, deadline: Option<&Deadline>) -> Outcome {
        self.refuse_writer()?;
        let preference = self.preference();
        let mut standing = Standing::New;
        // The turn that this reader ends when it comes in.
        let mut ended = 0;
        let mut wait = Wait::new(deadline);
        let mut seen = self.look();
        loop {
            // That turn would have to be ended in the state.
            if seen.has(BIASED) && !seen.has(SHARED_TURN) && self.enter_by_new_slot() {
                return Ok(());
            }
            if seen.admits_reader(standing, preference) {
                match self.enter(seen, seen.with_reader()?.without(ended)) {
                    Ok(()) => {
                        return self.note_reader();
                    }
                    Err(found) => seen = found,
                }
                continue;
            }
            if wait.spin() {
                seen = self.look();
                continue;
            }
            if wait.is_over() {
                // Patience ends with the deadline.
                if standing == Standing::New && !preference.holds_readers_back() {
                    standing = Standing::Due;
                    continue;
                }
                return self.give_up_shared();
            }
            let starved = wait.is_starved();
            let mut next = seen.with(READERS_ASLEEP);
            let mut limit = None;
            if !seen.has(WRITER) {
                // It is a turn that keeps us out.
                limit = self.patience_ns();
            } else if !preference.is_strict() {
                // When this writer is gone, we have waited for a turn.
                standing = Standing::Due;
                if starved {
                    next = next.with(SHARED_TURN);
                }
            }
            // Relaxed: only says that we sleep, as in `wait_for_w`.
            if next != seen {
                if let Err(found) = self.step(seen, next, Relaxed) {
                    seen = found;
                    continue;
                }
            }
            match wait.sleep(self, next, class::READERS, limit) {
                // Woken to come in, whoever's turn is next.
                Wakeup::Woken if !preference.is_strict() => standing = Standing::Due,
                Wakeup::TimedOut if limit.is_some() => {
                    self.lose_patience(limit);
                    ended = WRITERS_TURN;
                    standing = Standing::Due;
                }
                _ => {}
            }
            seen = self.look();
        }
    }

    /// The end of a reader's or seeker's wait whose deadline has passed. A turn
    /// that was kept for it, and a wake-up that it got, go to others.
    pub(super) fn give_up_shared(&self) -> Outcome {
        let mut seen = self.look();
        while seen.has(SHARED_TURN) || (seen.is_free() && seen.has(WAITERS)) {
            match self.leave(seen, seen.without(SHARED_TURN), Left::Other) {
                Ok(()) => break,
                Err(found) => seen = found,
            }
        }
        Err(Refusal::TimedOut)
    }

    /// Gives R back.
    #[inline(always)]
    pub fn drop_r(&self) -> Outcome {
        if !self.may_have_slots() {
            return self.drop_counted_r();
        }
        if self.leave_by_slot() {
            return Ok(());
        }
        self.drop_r_otherwise()
    }

    /// The way out of a lock that is closed, or for a hold that is not in the
    /// thread's first slot.
    #[cold]
    #[inline(never)]
    pub(super) fn drop_r_otherwise(&self) -> Outcome {
        if self.leave_by_any_slot() {
            return Ok(());
        }
        self.drop_counted_r()
    }

    /// Takes one from the count of readers.
    #[inline(always)]
    pub(super) fn drop_counted_r(&self) -> Outcome {
        // Release, here and below: what was read under R was read before the
        // next writer writes. As on the way in, first without a look.
        match self.step(State::ONE_READER, State::FREE, Release) {
            Ok(()) => Ok(()),
            Err(seen) => self.drop_r_shared(seen),
        }
    }

    /// The way out of a lock in which there are other readers, or that others
    /// wait for.
    #[cold]
    #[inline(never)]
    fn drop_r_shared(&self, mut seen: State) -> Outcome {
        loop {
            if seen.readers() <= 0 && !self.has_readers() {
                return Err(Refusal::NotHeld);
            }
            let next = seen.without_reader();
            // Others read on: nothing to pass on, unless a writer's turn is due.
            let left = if next.readers() > 0 && !next.waits_without_turn() {
                self.step(seen, next, Release)
            } else {
                self.leave(seen, next, Left::Other)
            };
            match left {
                Ok(()) => return Ok(()),
                Err(found) => seen = found,
            }
        }
    }

    /// How long a new reader waits for a turn; none if without end.
    pub(super) fn patience_ns(&self) -> Option<u64> {
        let doublings = self.patience.load(Plain).min(DOUBLINGS);
        (!self.preference().holds_readers_back()).then_some(PATIENCE_NS << doublings)
    }

    /// A reader or seeker comes in before a writer whose turn it is: no turn for
    /// a while, and more patience in the next, unless another did the same at
    /// the same time.
    pub(super) fn lose_patience(&self, limit: Option<u64>) {
        if let Some(ns) = limit.filter(|_| limit == self.patience_ns()) {
            let doublings = self.patience.load(Plain);
            self.patience.store((doublings + 1).min(DOUBLINGS), Plain);
            self.no_turn_for(CALM * ns);
        }
    }

    /// Whether no turn has ended in vain since a writer came in.
    pub(super) fn is_patient(&self) -> bool {
        self.patience.load(Plain) == 0
    }

    /// A writer that waited came in.
    pub(super) fn restore_patience(&self) {
        if !self.is_patient() {
            self.patience.store(0, Plain);
        }
    }
}
