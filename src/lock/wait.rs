// SPDX-License-Identifier: MIT OR Apache-2.0
//! One thread's wait for the lock.

use super::state::State;
use super::{RswLock, TURN_NS, tuning};
use crate::park::{self, Deadline, Wakeup};
use crate::spin::Budget;

/// How soon a writer that sleeps until slots are empty looks again, and how often
/// that doubles. It is woken when they are, but for the rarest of cases.
const POLL_NS: u64 = 1_000_000;
const POLL_DOUBLINGS: u32 = 6;

/// How the wait of one thread stands.
pub(super) struct Wait<'a> {
    deadline: Option<&'a Deadline>,
    spin: Budget,
    /// When it first fell asleep: CLOCK_MONOTONIC in ns, 0 before.
    began: u64,
    /// Sleeps that came to the end of their limit.
    polls: u32,
}

impl<'a> Wait<'a> {
    pub(super) fn new(deadline: Option<&'a Deadline>) -> Self {
        Self {
            deadline,
            spin: tuning::spin(),
            began: 0,
            polls: 0,
        }
    }

    /// Spins before the next look; false if that has taken long enough.
    pub(super) fn spin(&mut self) -> bool {
        self.spin.spend()
    }

    /// How long to sleep before the next look at slots; see `bias`.
    pub(super) fn poll_ns(&self) -> u64 {
        POLL_NS << self.polls.min(POLL_DOUBLINGS)
    }

    /// Whether the deadline has passed.
    pub(super) fn is_over(&self) -> bool {
        self.deadline.is_some_and(Deadline::has_passed)
    }

    /// Whether it has lasted so long that others should wait for this one. The
    /// first question starts the clock: it is asked before each sleep.
    pub(super) fn is_starved(&mut self) -> bool {
        let now = now_ns();
        if self.began == 0 {
            self.began = now;
        }
        now.saturating_sub(self.began) > TURN_NS
    }

    /// Sleeps as long as the upper half of the lock's state is that of `state`,
    /// at most until the deadline or for `limit_ns`.
    pub(super) fn sleep(
        &mut self,
        lock: &RswLock,
        state: State,
        class: u32,
        limit_ns: Option<u64>,
    ) -> Wakeup {
        let until = match (self.deadline, limit_ns) {
            (Some(deadline), Some(ns)) if ns < deadline.remaining_ns() => Some(from_now(ns)),
            (None, Some(ns)) => Some(from_now(ns)),
            (deadline, _) => deadline.copied(),
        };
        let ended = park::wait(
            &lock.state,
            state.upper(),
            class,
            until.as_ref(),
            lock.scope(),
        );
        self.spin = tuning::spin();
        self.polls += u32::from(ended == Wakeup::TimedOut);
        ended
    }
}

#[cfg(not(loom))]
pub(super) fn now_ns() -> u64 {
    crate::sys::monotonic_ns()
}

#[cfg(loom)]
pub(super) use super::model::now_ns;

fn from_now(ns: u64) -> Deadline {
    Deadline::monotonic(now_ns().saturating_add(ns))
}
