// SPDX-License-Identifier: MIT OR Apache-2.0
//! Spinning for a while before sleeping.
//!
//! Where a [`Backoff`](super::Backoff) gives the CPU away, a waiter with a
//! budget is told to sleep when its time is spent.
//!
//! It looks seldom. Each look takes the line with the lock away from whoever is
//! inside, and who comes back to it in a tight loop is faster alone than in
//! turns. With a first look at once, and pauses from 35 ns on, two threads that
//! do nothing but take the lock got half of what they get with these, where one
//! CPU's line is slow to reach the other. The first pause must not be as long as
//! the last, or holds of 100 ns are waited for in vain.

use super::pace::Pace;

/// The first pause; the next ones double.
const FIRST_NS: u32 = 70;

/// The longest pause.
const CAP_NS: u32 = 500;

/// What is left of a waiting thread's time to spin.
pub(crate) struct Budget {
    /// Length of the next pause in ns.
    pause: u32,
    /// Time left in ns.
    left: u32,
    /// Looks left that come at once.
    attempts: u32,
}

impl Budget {
    /// A budget of `ns` nanoseconds after `attempts` looks without a pause.
    pub(crate) const fn new(ns: u32, attempts: u32) -> Self {
        Self {
            pause: FIRST_NS,
            left: ns,
            attempts,
        }
    }

    /// Pauses before the next look; false, without a pause, if the time is
    /// spent.
    pub(crate) fn spend(&mut self) -> bool {
        if self.attempts > 0 {
            self.attempts -= 1;
            return true;
        }
        if self.left == 0 {
            return false;
        }
        let length = self.pause.min(self.left);
        Pace::get().spin(length);
        self.left -= length;
        self.pause = (self.pause * 2).min(CAP_NS);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::Budget;

    #[test]
    fn attempts_come_first_and_the_time_ends() {
        let mut budget = Budget::new(1_100, 2);
        let mut left = std::vec::Vec::new();
        while budget.spend() {
            left.push(budget.left);
        }
        assert_eq!(left, [1_100, 1_100, 1_030, 890, 610, 110, 0]);
        assert!(!budget.spend());
    }
}
