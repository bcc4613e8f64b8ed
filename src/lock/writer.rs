// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writers: alone inside.

use super::state::{Left, READERS, Standing, State, WRITER, WRITER_WOKEN, WRITERS_TURN, class};
use super::wait::Wait;
use super::{Outcome, Refusal, RswLock, TURN_NS};
use crate::atomics::Ordering::{Relaxed, Release};
use crate::park::Deadline;

impl RswLock {
    /// Takes W if nobody is inside.
    #[inline]
    pub fn try_w(&self) -> Outcome {
        let mut seen = self.look();
        // Turns are for those who wait: a lock that nobody holds is taken.
        while seen.is_free() {
            match self.enter(seen, seen.with(WRITER)) {
                Ok(()) => {
                    self.owner.set(self.scope());
                    return Ok(());
                }
                Err(found) => seen = found,
            }
        }
        Err(Refusal::Busy)
    }

    /// Takes W; waits for everybody inside.
    #[inline]
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
            if seen.admits_writer(standing) {
                let next = match standing {
                    Standing::New => seen.with(WRITER),
                    Standing::Due => seen.admit_waiter(),
                };
                match self.enter(seen, next) {
                    Ok(()) => break,
                    Err(found) => seen = found,
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
            if seen.has(READERS) && (self.is_patient() || self.turn_is_due()) {
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
            // A newcomer that a turn keeps out of a free lock: nobody is inside
            // who is bound to wake it.
            let limit = (standing == Standing::New && next.is_free()).then_some(TURN_NS);
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
            let (end, answer) = if seen.admits_writer(Standing::Due) {
                (self.enter(seen, seen.admit_waiter()), Ok(()))
            } else {
                let end = self.leave(seen, seen.give_up_waiting(), Left::Other);
                (end, Err(Refusal::TimedOut))
            };
            match end {
                Ok(()) => return answer,
                Err(found) => seen = found,
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
    #[inline]
    pub fn drop_w(&self) -> Outcome {
        if !self.look().has(WRITER) {
            return Err(Refusal::NotHeld);
        }
        self.release_w();
        Ok(())
    }

    /// The way out of the writer.
    #[inline(always)]
    pub(super) fn release_w(&self) {
        self.owner.clear();
        // Release, here or in `leave`: what was written is seen by whoever
        // enters next.
        if let Err(seen) = self.step(State::ONE_WRITER, State::FREE, Release) {
            self.release_w_slow(seen);
        }
    }

    #[cold]
    #[inline(never)]
    fn release_w_slow(&self, mut seen: State) {
        while let Err(found) = self.leave(seen, seen.without(WRITER), Left::Writer) {
            seen = found;
        }
    }
}
