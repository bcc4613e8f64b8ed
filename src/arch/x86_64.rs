// SPDX-License-Identifier: MIT OR Apache-2.0
//! x86-64.
//!
//! PAUSE tells the core that this is a spin loop: it saves power, leaves the
//! execution units to the sibling hyper-thread and avoids the memory-order
//! machine clear when the awaited line changes (Intel 64 and IA-32 Software
//! Developer's Manual, volume 2, PAUSE). It lasts 10 to 140 cycles depending on
//! the model, which is why nothing above this layer counts PAUSEs: the spin
//! layer measures one and counts time.

/// Waits for a moment inside a spin loop.
#[inline(always)]
pub(crate) fn relax() {
    // PAUSE; the intrinsic of that name was unsafe to call before Rust 1.87.
    core::hint::spin_loop();
}
