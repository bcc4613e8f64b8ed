// SPDX-License-Identifier: MIT OR Apache-2.0
//! 64-bit Arm.
//!
//! YIELD is a no-op on practically every core, so it neither waits nor saves
//! anything. ISB flushes the pipeline, which takes some tens of cycles: the
//! closest thing to x86's PAUSE, and what Rust, MySQL, jemalloc and others
//! arrived at by measuring (rust-lang/rust#84725).

use core::arch::asm;

/// Waits for a moment inside a spin loop.
#[inline(always)]
pub(crate) fn relax() {
    // SAFETY: ISB only synchronises the instruction stream; it touches neither
    // memory, stack nor flags.
    unsafe { asm!("isb", options(nostack, preserves_flags)) };
}
