// SPDX-License-Identifier: MIT OR Apache-2.0
//! Deadlines under loom, where time is the number of sleeps.

use core::cell::Cell;

loom::thread_local! {
    /// How often this thread has slept in waits that may end by themselves.
    static SLEEPS: Cell<u32> = Cell::new(0);
}

/// A deadline that passes in a certain sleep of the thread that made it.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    sleeps: u32,
}

impl Deadline {
    /// Has always passed: its owner does not even say that it waits.
    pub const PASSED: Self = Self { sleeps: 0 };

    /// Passes in the caller's next sleep but `signals`: those before are ended
    /// by signals, if by nobody else.
    #[must_use]
    pub fn soon(signals: u32) -> Self {
        Self {
            sleeps: SLEEPS.with(Cell::get) + 1 + signals,
        }
    }

    pub(crate) fn has_passed(&self) -> bool {
        SLEEPS.with(Cell::get) >= self.sleeps
    }

    /// The end of a new reader's patience.
    pub(crate) fn monotonic(_: u64) -> Self {
        Self::soon(0)
    }

    /// Nothing if it passes in the next sleep: then patience lasts longer.
    pub(crate) fn remaining_ns(&self) -> u64 {
        let left = self.sleeps.saturating_sub(SLEEPS.with(Cell::get));
        u64::from(left.saturating_sub(1)) << 32
    }

    /// How often this thread has slept so.
    pub(super) fn sleeps_so_far(&self) -> u32 {
        SLEEPS.with(Cell::get)
    }

    /// A sleep until this deadline begins.
    pub(super) fn sleep(&self) {
        SLEEPS.with(|sleeps| sleeps.set(sleeps.get() + 1));
    }
}
