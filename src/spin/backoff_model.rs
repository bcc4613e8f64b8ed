// SPDX-License-Identifier: MIT OR Apache-2.0
//! The back-off under loom: let the other threads of the model run.
//!
//! Time does not exist there. A deadline is a number of pauses, so that a model
//! can let a wait run out after a step of its choice.
//!
//! Two threads that wait for a third could take turns for ever without loom
//! ever running the third. So a wait that has paused a few times stops the
//! exploration of further alternatives: the execution goes on, in loom's fair
//! default order, and still has to end.

use super::TimedOut;

/// Pauses of one wait up to which every alternative is explored.
const EXPLORED: u64 = 2;

pub(crate) struct Backoff {
    pauses: u64,
    deadline: u64,
}

impl Backoff {
    pub(crate) const fn new() -> Self {
        Self::until(u64::MAX)
    }

    pub(crate) const fn until(pauses: u64) -> Self {
        Self {
            pauses: 0,
            deadline: pauses,
        }
    }

    pub(crate) fn restart(&mut self) {}

    pub(crate) fn lost_race(&mut self) {}

    pub(crate) fn pause(&mut self) -> Result<(), TimedOut> {
        if self.pauses == self.deadline {
            return Err(TimedOut);
        }
        self.pauses += 1;
        if self.pauses > EXPLORED {
            loom::skip_branch();
        }
        loom::thread::yield_now();
        Ok(())
    }
}
