// SPDX-License-Identifier: MIT OR Apache-2.0
//! Waiting for a word without taking anything.
//!
//! Both work on any word that threads share, a lock or not.

use super::RswWord;
use crate::atomics::Cell;
use crate::spin::Backoff;

impl<C: Cell> RswWord<C> {
    /// Waits until all bits of `mask` are zero; returns the word as seen then.
    pub fn wait_unlock(&self, mask: u64) -> u64 {
        self.wait_forever(|word| word & mask == 0)
    }

    /// Waits until the word is not `previous`; returns what it is then.
    pub fn wait_new(&self, previous: u64) -> u64 {
        self.wait_forever(|word| word != previous)
    }

    fn wait_forever(&self, ready: impl Fn(u64) -> bool) -> u64 {
        let mut backoff = Backoff::new();
        loop {
            // Without a deadline the first answer is the word.
            if let Ok(word) = self.wait_until(&ready, &mut backoff) {
                return word;
            }
        }
    }
}
