// SPDX-License-Identifier: MIT OR Apache-2.0
//! Deadlines under loom, where time does not exist.

/// A deadline that lets a wait sleep so many times, and then has passed.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    _sleeps: u32,
}

impl Deadline {
    /// A deadline that has passed when the wait begins: the thread announces
    /// itself, and leaves again instead of sleeping.
    pub const PASSED: Self = Self { _sleeps: 0 };

    pub(crate) fn has_passed(&self) -> bool {
        self._sleeps == 0
    }

    pub(crate) fn monotonic(_: u64) -> Self {
        Self { _sleeps: u32::MAX }
    }

    pub(crate) fn remaining_ns(&self) -> u64 {
        u64::from(self._sleeps)
    }
}
