// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a word says about who is inside.
//!
//! A snapshot: unless the caller itself holds what it asks about, the answer
//! may be out of date when it arrives. For statistics, assertions and
//! diagnosis.

use super::RswWord;
use crate::atomics::{
    Cell,
    Ordering::{Acquire, Relaxed},
};

impl<C: Cell> RswWord<C> {
    /// Whether the caller, who holds A, J or C, is the only one that does or
    /// waits to. True also for a lock without any.
    #[inline]
    pub fn last_writer(&self) -> bool {
        // Acquire: the last one finishes what all did, so it must see it. Pairs
        // with the others' drops.
        self.0.load(Acquire) & Self::L.w_many() == 0
    }

    /// Number of plain readers inside.
    ///
    /// Those who are more than a reader (seeker, writer, joined) are not
    /// counted. Exact while nobody is between two states; while a writer
    /// waits behind a seeker that became a reader it may be one too low.
    #[inline]
    pub fn readers(&self) -> u64 {
        let word = self.0.load(Relaxed);
        let others = match Self::L.s_count(word) {
            // Joined readers have a unit of W each; A have one without R.
            0 => Self::L.w_count(word),
            // The seeker, the writer, or those who claim.
            1 => Self::L.w_count(word).max(1),
            // A seeker, or the writer it became; the one parked has no R.
            2 => 1,
            // Those in R wait to be readers until the last A has left.
            _ => Self::L.r_count(word),
        };
        Self::L.r_count(word).saturating_sub(others)
    }

    /// Whether a seeker is inside.
    #[inline]
    pub fn seeker(&self) -> bool {
        let word = self.0.load(Relaxed);
        // A writer brings an S of its own, also when it is parked.
        Self::L.s_count(word) > Self::L.w_count(word)
            && word & Self::L.draining() != Self::L.draining()
    }

    /// Whether somebody holds W, A, J or C or has claimed the lock for one of
    /// them: whether new readers are kept out.
    #[inline]
    pub fn writer(&self) -> bool {
        self.0.load(Relaxed) & Self::L.w_any != 0
    }
}
