// SPDX-License-Identifier: MIT OR Apache-2.0
//! 64-bit Arm.
//!
//! YIELD is a no-op on practically every core, so it neither waits nor saves
//! anything. ISB flushes the pipeline, which takes some tens of cycles: the
//! closest thing to x86's PAUSE, and what Rust, MySQL, jemalloc and others
//! arrived at by measuring (rust-lang/rust#84725).

use core::arch::asm;
use core::sync::atomic::{
    AtomicU64,
    Ordering::{Relaxed, Release},
};

/// Waits for a moment inside a spin loop.
#[inline(always)]
pub(crate) fn relax() {
    // SAFETY: ISB only synchronises the instruction stream; it touches neither
    // memory, stack nor flags.
    unsafe { asm!("isb", options(nostack, preserves_flags)) };
}

/// The address of the thread's control block.
#[inline(always)]
pub(crate) fn thread_pointer() -> usize {
    let pointer;
    // SAFETY: reads a register that user programs may read.
    unsafe {
        asm!("mrs {}, tpidr_el0", out(reg) pointer, options(nomem, nostack, preserves_flags));
    };
    pointer
}

/// Replaces `current` by `new` in a word that no other thread writes; false if
/// something else is there. A release, and one step to a signal handler of this
/// thread, whose return clears the exclusive monitor.
#[inline(always)]
pub(crate) fn replace_own(word: &AtomicU64, current: u64, new: u64) -> bool {
    word.compare_exchange(current, new, Release, Relaxed)
        .is_ok()
}

/// The system call itself: it leaves errno alone and is no cancellation point.
/// Returns the kernel's answer, errors as negative numbers.
///
/// # Safety
///
/// As futex(2) asks of `op`.
pub(crate) unsafe fn futex(
    address: *const u32,
    op: i32,
    value: u32,
    until: *const libc::timespec,
    bits: u32,
) -> isize {
    let answer;
    // SAFETY: the kernel's calling convention: it changes X0 alone.
    unsafe {
        asm!(
            "svc 0",
            in("x8") libc::SYS_futex as usize,
            inlateout("x0") address => answer,
            in("x1") op as isize,
            in("x2") value as usize,
            in("x3") until,
            in("x4") 0usize,
            in("x5") bits as usize,
            options(nostack, preserves_flags),
        );
    }
    answer
}
