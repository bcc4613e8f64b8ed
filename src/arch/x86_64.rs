// SPDX-License-Identifier: MIT OR Apache-2.0
//! x86-64.
//!
//! PAUSE tells the core that this is a spin loop: it saves power, leaves the
//! execution units to the sibling hyper-thread and avoids the memory-order
//! machine clear when the awaited line changes (Intel 64 and IA-32 Software
//! Developer's Manual, volume 2, PAUSE). It lasts 10 to 140 cycles depending on
//! the model, which is why nothing above this layer counts PAUSEs: the spin
//! layer measures one and counts time.

use core::arch::asm;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Waits for a moment inside a spin loop.
#[inline(always)]
pub(crate) fn relax() {
    // PAUSE; the intrinsic of that name was unsafe to call before Rust 1.87.
    core::hint::spin_loop();
}

/// The address of the thread's control block, which is also stored at its
/// start (System V ABI, x86-64 supplement to "ELF Handling For Thread-Local
/// Storage").
#[inline(always)]
pub(crate) fn thread_pointer() -> usize {
    let pointer;
    // SAFETY: every thread of a C program has its control block at FS.
    unsafe {
        asm!("mov {}, fs:[0]", out(reg) pointer, options(nostack, preserves_flags, readonly));
    };
    pointer
}

/// Replaces `current` by `new` in a word that no other thread writes; false if
/// something else is there. A release.
///
/// One instruction, which a signal handler of this thread finds done or not
/// begun. Without LOCK, which is for other processors, it is as cheap as a load
/// and a store. Stores are releases here (Intel 64 and IA-32 Software Developer's
/// Manual, volume 3, "Memory Ordering"); the compiler is held back by the block,
/// which may touch any memory.
#[inline(always)]
pub(crate) fn replace_own(word: &AtomicU64, current: u64, new: u64) -> bool {
    // It would write back what it finds, which somebody may have replaced.
    if word.load(Relaxed) != current {
        return false;
    }
    let found: u64;
    // SAFETY: the pointer is that of a live, aligned word.
    unsafe {
        asm!(
            "cmpxchg qword ptr [{word}], {new}",
            word = in(reg) word.as_ptr(),
            new = in(reg) new,
            inlateout("rax") current => found,
            options(nostack),
        );
    }
    found == current
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
    // SAFETY: the kernel's calling convention: it changes RAX, RCX and R11.
    unsafe {
        asm!(
            "syscall",
            inlateout("rax") libc::SYS_futex as isize => answer,
            in("rdi") address,
            in("rsi") op as isize,
            in("rdx") value as usize,
            in("r10") until,
            in("r8") 0usize,
            in("r9") bits as usize,
            lateout("rcx") _,
            lateout("r11") _,
            options(nostack),
        );
    }
    answer
}
