// SPDX-License-Identifier: MIT OR Apache-2.0
//! Processors without a file of their own.

use core::sync::atomic::{
    AtomicU64,
    Ordering::{Relaxed, Release},
};

/// Waits for a moment inside a spin loop.
#[inline(always)]
pub(crate) fn relax() {
    core::hint::spin_loop();
}

/// A number that stands for the thread.
pub(crate) fn thread_pointer() -> usize {
    // SAFETY: pthread_self has no preconditions.
    unsafe { libc::pthread_self() as usize }
}

/// Replaces `current` by `new` in a word that no other thread writes; false if
/// something else is there. A release, and one step to a signal handler of this
/// thread.
#[inline(always)]
pub(crate) fn replace_own(word: &AtomicU64, current: u64, new: u64) -> bool {
    word.compare_exchange(current, new, Release, Relaxed)
        .is_ok()
}

/// The system call, with errno kept. Returns the kernel's answer, errors as
/// negative numbers.
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
    let second = core::ptr::null::<u32>();
    // SAFETY: errno is the thread's own.
    let errno = unsafe { libc::__errno_location() };
    // SAFETY: as above.
    let kept = unsafe { *errno };
    // SAFETY: the caller vouches for the arguments.
    let answer = unsafe { libc::syscall(libc::SYS_futex, address, op, value, until, second, bits) };
    // SAFETY: as above.
    let failure = core::mem::replace(unsafe { &mut *errno }, kept);
    if answer < 0 {
        -(failure as isize)
    } else {
        answer as isize
    }
}
