// SPDX-License-Identifier: MIT OR Apache-2.0
//! The seeker: reads beside the readers, and may become the writer.

use super::state::{
    Left, SEEKER, SEEKERS_ASLEEP, SHARED_TURN, Standing, WRITER, WRITERS_TURN, class,
};
use super::wait::Wait;
use super::{Outcome, Refusal, RswLock};
use crate::atomics::Ordering::Relaxed;
use crate::park::{Deadline, Wakeup};

impl RswLock {
    /// Takes S if neither a seeker nor a writer is inside.
    pub fn try_s(&self) -> Outcome {
        let mut seen = self.look();
        while seen.admits_seeker(Standing::Due) {
            match self.enter(seen, seen.with_seeker()) {
                Ok(()) => return Ok(()),
                Err(found) => seen = found,
            }
        }
        Err(Refusal::Busy)
    }

    /// Takes S; waits for the seeker and for writers.
    #[inline]
    pub fn take_s(&self) -> Outcome {
        let seen = self.look();
        // Only readers are inside, if anybody, and nobody waits.
        if seen.has_readers_alone() && self.enter(seen, seen.with_seeker()).is_ok() {
            return Ok(());
        }
        self.take_s_slow(None)
    }

    /// Takes S, or gives up at the deadline. A lock that can be taken at once
    /// is taken whatever the deadline.
    pub fn take_s_until(&self, deadline: &Deadline) -> Outcome {
        self.take_s_slow(Some(deadline))
    }

    #[cold]
    #[inline(never)]
    fn take_s_slow(&self, deadline: Option<&Deadline>) -> Outcome {
        self.refuse_writer()?;
        let mut standing = Standing::New;
        // The turn that this seeker ends when it comes in.
        let mut ended = 0;
        let mut wait = Wait::new(deadline);
        let mut seen = self.look();
        loop {
            if seen.admits_seeker(standing) {
                match self.enter(seen, seen.with_seeker().without(ended)) {
                    Ok(()) => return Ok(()),
                    Err(found) => seen = found,
                }
                continue;
            }
            if wait.spin() {
                seen = self.look();
                continue;
            }
            if wait.is_over() {
                return self.give_up_shared();
            }
            let starved = wait.is_starved();
            let mut next = seen.with(SEEKERS_ASLEEP);
            let mut limit = None;
            if !seen.has(WRITER | SEEKER) {
                limit = self.patience_ns();
            } else {
                if seen.has(WRITER) {
                    standing = Standing::Due;
                }
                if starved {
                    // It keeps out all who are new, so we must not be.
                    next = next.with(SHARED_TURN);
                    standing = Standing::Due;
                }
            }
            // Relaxed: only says that we sleep, as in `wait_for_w`.
            if next != seen {
                if let Err(found) = self.step(seen, next, Relaxed) {
                    seen = found;
                    continue;
                }
            }
            match wait.sleep(self, next, class::SEEKERS, limit) {
                // Woken to come in, whoever's turn is next.
                Wakeup::Woken => standing = Standing::Due,
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

    /// Gives S back.
    pub fn drop_s(&self) -> Outcome {
        let mut seen = self.look();
        while seen.has(SEEKER) {
            match self.leave(seen, seen.without(SEEKER), Left::Other) {
                Ok(()) => return Ok(()),
                Err(found) => seen = found,
            }
        }
        Err(Refusal::NotHeld)
    }
}
