// SPDX-License-Identifier: MIT OR Apache-2.0
//! What we ask of the operating system.
//!
//! Thin wrappers over the C library, so that the layers above hold no `unsafe`
//! for it. None of them allocates, and all but [`environment_is`] may be called
//! from a signal handler.

use core::ffi::CStr;
#[cfg(all(feature = "capi", debug_assertions))]
pub(crate) use fatal::die;

/// CLOCK_MONOTONIC in nanoseconds.
pub(crate) fn monotonic_ns() -> u64 {
    let mut now = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: `now` is a valid place for one timespec. The call cannot fail:
    // every Linux kernel has this clock.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut now) };
    // Neither field is ever negative on this clock.
    (now.tv_sec as u64)
        .wrapping_mul(1_000_000_000)
        .wrapping_add(now.tv_nsec as u64)
}

/// Lets another runnable thread have this CPU, if there is one.
pub(crate) fn yield_cpu() {
    // SAFETY: sched_yield has no preconditions.
    unsafe { libc::sched_yield() };
}

/// Whether the environment variable `name` is set to exactly `value`.
///
/// Read without copying; a program that calls setenv at the same moment has
/// the race that every getenv has.
pub(crate) fn environment_is(name: &CStr, value: &CStr) -> bool {
    // SAFETY: `name` is a C string.
    let found = unsafe { libc::getenv(name.as_ptr()) };
    // SAFETY: a non-null result of getenv is a C string that stays valid until
    // the environment is changed.
    !found.is_null() && unsafe { CStr::from_ptr(found) } == value
}

#[cfg(all(feature = "capi", debug_assertions))]
mod fatal {
    /// Writes `message` to standard error and aborts the process.
    #[cold]
    pub(crate) fn die(message: &str) -> ! {
        // SAFETY: the pointer and length describe a live string. A failed
        // write changes nothing: the abort follows anyway.
        unsafe { libc::write(libc::STDERR_FILENO, message.as_ptr().cast(), message.len()) };
        // SAFETY: abort has no preconditions.
        unsafe { libc::abort() }
    }
}
