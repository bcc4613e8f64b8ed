// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writers: alone inside.

use super::bias::Entry;
use super::state::{
    BIASED, Left, READERS, Standing, State, WRITER, WRITER_WOKEN, WRITERS_TURN, class,
};
use super::wait::Wait;
use super::{Outcome, Refusal, RswLock, TURN_NS};
use crate::atomics::Ordering::{Relaxed, Release};
use crate::park::Deadline;

impl RswLock {
    /// Takes W if nobody is inside.
    #[inline(always)]
    pub fn try_w(&self) -> Outcome {
        let mut seen = self.look();
        // Turns are for those who wait: a lock that nobody holds is taken. A look
        // at slots comes first that does not close the bias in vain.
        while seen.is_free() && self.glance_inside(seen).readers() <= 0 {
            let inside = self.wait_for_readers(seen);
            if inside.readers() != 0 {
                break;
            }
            match self.enter_w(seen, seen.with_writer(), inside) {
                Entry::In => {
                    self.owner.set(self.scope());
                    return Ok(());
                }
                Entry::Out => seen = self.look(),
                Entry::Lost(found) => seen = found,
            }
        }
        Err(Refusal::Busy)
    }

    /// Takes W; waits for everybody inside.
    #[inline(always)]
    pub fn take_w(&self) -> Outcome {
        if self.enter(State::FREE, State::ONE_WRITER).is_ok() {
            self.owner.set(self.scope());
            return Ok(());
        }
        self.take_w_slow(None)
    }

    /// Takes W, or gives up at the deadline. A lock that can be taken at once
    /// is taken whatever the deadline.
    pub fn take_w_until(&self, deadline: &Deadline) -> Outcome {
        self.take_w_slow(Some(deadline))
    }

    #[cold]
    #[inline(never)]
    fn take_w_slow(&self, deadline: Option<&Deadline>) -> Outcome {
        let outcome = self.wait_for_w(deadline);
        if outcome.is_ok() {
            self.owner.set(self.scope());
        }
        outcome
    }

    fn wait_for_w(&self, deadline: Option<&Deadline>) -> Outcome {
        self.refuse_writer()?;
        // Due once the state counts this thread as waiting.
        let mut standing = Standing::New;
        let mut wait = Wait::new(deadline);
        let mut seen = self.look();
        loop {
            // First, so that the lock is not opened again while its slots are looked at.
            if seen.has(BIASED) && standing == Standing::New {
                match self.step(seen, seen.with_waiter(), Relaxed) {
                    Ok(()) => standing = Standing::Due,
                    Err(found) => {
                        seen = found;
                        continue;
                    }
                }
                seen = self.look();
            }
            let inside = self.wait_for_readers(seen);
            if inside.readers() == 0 && seen.admits_writer(standing) {
                let next = match standing {
                    Standing::New => seen.with_writer(),
                    Standing::Due => seen.admit_waiter(),
                };
                match self.enter_w(seen, next, inside) {
                    Entry::In => break,
                    Entry::Out => {
                        standing = Standing::New;
                        seen = self.look();
                    }
                    Entry::Lost(found) => seen = found,
                }
                continue;
            }
            if wait.spin() {
                seen = self.look();
                continue;
            }
            if wait.is_over() {
                return match standing {
                    Standing::New => Err(Refusal::TimedOut),
                    Standing::Due => self.give_up_w(),
                };
            }
            let mut next = match standing {
                Standing::New => seen.with_waiter(),
                Standing::Due => seen.without(WRITER_WOKEN),
            };
            // The readers inside are waited for with newcomers kept out, unless
            // that was in vain just now.
            if seen.has(READERS | BIASED) && (self.is_patient() || self.turn_is_due()) {
                next = next.with(WRITERS_TURN);
            }
            // Relaxed: only says that we wait. Who leaves reads it in the same
            // word that it changes.
            if next != seen {
                if let Err(found) = self.step(seen, next, Relaxed) {
                    seen = found;
                    continue;
                }
            }
            let limit = if next.has(BIASED) {
                Some(wait.poll_ns())
            } else {
                // A newcomer that a turn keeps out of a free lock: nobody is inside
                // who is bound to wake it.
                (standing == Standing::New && next.is_free()).then_some(TURN_NS)
            };
            standing = Standing::Due;
            wait.sleep(self, next, class::WRITERS, limit);
            seen = self.look();
        }
        if standing == Standing::Due {
            self.restore_patience();
        }
        Ok(())
    }

    /// The end of a writer's wait whose deadline has passed.
    fn give_up_w(&self) -> Outcome {
        let mut seen = self.look();
        loop {
            let inside = self.wait_for_readers(seen);
            if inside.readers() == 0 && seen.admits_writer(Standing::Due) {
                match self.enter_w(seen, seen.admit_waiter(), inside) {
                    Entry::In => return Ok(()),
                    Entry::Out => return Err(Refusal::TimedOut),
                    Entry::Lost(found) => seen = found,
                }
            } else {
                match self.leave(seen, seen.give_up_waiting(), Left::Other) {
                    Ok(()) => return Err(Refusal::TimedOut),
                    Err(found) => seen = found,
                }
            }
        }
    }

    /// Refuses a thread that is the writer.
    pub(super) fn refuse_writer(&self) -> Outcome {
        if self.look().has(WRITER) && self.owner.is_me(self.scope()) {
            Err(Refusal::Deadlock)
        } else {
            Ok(())
        }
    }

    /// Gives W back.
    #[inline(always)]
    pub fn drop_w(&self) -> Outcome {
        if !self.look().has(WRITER) {
            return Err(Refusal::NotHeld);
        }
        self.release_w()
    }

    /// The way out of the writer.
    #[inline(always)]
    pub(super) fn release_w(&self) -> Outcome {
        self.owner.clear();
        // Release, here or in `leave`: what was written is seen by whoever
        // enters next.
        match self.step(State::ONE_WRITER, State::FREE, Release) {
            Ok(()) => Ok(()),
            Err(seen) => self.release_w_slow(seen),
        }
    }

    #[cold]
    #[inline(never)]
    fn release_w_slow(&self, mut seen: State) -> Outcome {
        while let Err(found) = self.leave(seen, seen.without(WRITER), Left::Writer) {
            seen = found;
        }
        Ok(())
    }
}
