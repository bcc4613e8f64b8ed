// SPDX-License-Identifier: MIT OR Apache-2.0
//! Processors without a file of their own.

/// Waits for a moment inside a spin loop.
#[inline(always)]
pub(crate) fn relax() {
    core::hint::spin_loop();
}
