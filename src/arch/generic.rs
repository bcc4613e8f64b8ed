// SPDX-License-Identifier: MIT OR Apache-2.0
//! Processors without a file of their own.

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
