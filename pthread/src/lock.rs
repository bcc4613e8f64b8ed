// SPDX-License-Identifier: MIT OR Apache-2.0
//! What `pthread_rwlock_*` do; `names` has the functions that programs see.

use core::ffi::c_int;

use libc::{CLOCK_REALTIME, EAGAIN, EBUSY, EDEADLK, EINVAL, ETIMEDOUT, clockid_t, timespec};
use rswlock::lock::{Outcome, Refusal, RswLock, announce};
use rswlock::park::Deadline;

use crate::attributes::Attributes;

const _: () = assert!(size_of::<RswLock>() == size_of::<libc::pthread_rwlock_t>());
const _: () = assert!(align_of::<RswLock>() == align_of::<libc::pthread_rwlock_t>());

/// The lock behind a pointer that a program passed.
///
/// # Safety
///
/// As POSIX says: a lock that was initialised, and lives during the call.
#[inline(always)]
unsafe fn at<'a>(lock: *const RswLock) -> &'a RswLock {
    // SAFETY: the caller's; all bytes that change are atomics.
    unsafe { &*lock }
}

#[inline(always)]
fn errno(outcome: Outcome) -> c_int {
    match outcome {
        Ok(()) => 0,
        Err(Refusal::Busy) => EBUSY,
        Err(Refusal::Deadlock) => EDEADLK,
        Err(Refusal::TooManyReaders) => EAGAIN,
        Err(Refusal::TimedOut) => ETIMEDOUT,
        // glibc accepts the unlock of a free lock, and so do we; but its lock
        // is corrupt afterwards, and this one is as it was.
        Err(Refusal::NotHeld) => 0,
    }
}

/// The timed calls judge the clock and the time first, whatever the lock is.
///
/// # Safety
///
/// That of [`at`], and `time` points to a time.
unsafe fn by(
    lock: *const RswLock,
    clock: clockid_t,
    time: *const timespec,
    take: fn(&RswLock, &Deadline) -> Outcome,
) -> c_int {
    // SAFETY: the caller's.
    let time = unsafe { &*time };
    match Deadline::from_timespec(clock, time) {
        // SAFETY: the caller's.
        Some(deadline) => errno(take(unsafe { at(lock) }, &deadline)),
        None => EINVAL,
    }
}

/// Makes a free lock, whatever the memory held before.
#[inline(always)]
pub(crate) unsafe fn init(lock: *mut RswLock, attributes: *const Attributes) -> c_int {
    announce();
    // SAFETY: null, or attributes that are set.
    let attributes = unsafe { attributes.as_ref() }.unwrap_or(&Attributes::DEFAULT);
    // SAFETY: the caller passes a place for a lock.
    unsafe { lock.write(RswLock::new(attributes.scope(), attributes.preference())) };
    0
}

/// Nothing is to be freed: the lock is its bytes, which are left as they are. Always
/// succeeds, as in glibc.
#[inline(always)]
pub(crate) unsafe fn destroy(lock: *mut RswLock) -> c_int {
    // SAFETY: the caller's.
    unsafe { at(lock) }.forget_bias();
    0
}

/// Takes the lock for reading.
#[inline(always)]
pub(crate) unsafe fn rdlock(lock: *mut RswLock) -> c_int {
    // SAFETY: the caller's.
    errno(unsafe { at(lock) }.take_r())
}

/// Takes the lock for reading if it can be had at once.
#[inline(always)]
pub(crate) unsafe fn tryrdlock(lock: *mut RswLock) -> c_int {
    // SAFETY: the caller's.
    errno(unsafe { at(lock) }.try_r())
}

/// Takes the lock for reading by a time on CLOCK_REALTIME.
#[inline(always)]
pub(crate) unsafe fn timedrdlock(lock: *mut RswLock, time: *const timespec) -> c_int {
    // SAFETY: the caller's.
    unsafe { by(lock, CLOCK_REALTIME, time, RswLock::take_r_until) }
}

/// Takes the lock for reading by a time on the clock named.
#[inline(always)]
pub(crate) unsafe fn clockrdlock(
    lock: *mut RswLock,
    clock: clockid_t,
    time: *const timespec,
) -> c_int {
    // SAFETY: the caller's.
    unsafe { by(lock, clock, time, RswLock::take_r_until) }
}

/// Takes the lock for writing.
#[inline(always)]
pub(crate) unsafe fn wrlock(lock: *mut RswLock) -> c_int {
    // SAFETY: the caller's.
    errno(unsafe { at(lock) }.take_w())
}

/// Takes the lock for writing if it can be had at once.
#[inline(always)]
pub(crate) unsafe fn trywrlock(lock: *mut RswLock) -> c_int {
    // SAFETY: the caller's.
    errno(unsafe { at(lock) }.try_w())
}

/// Takes the lock for writing by a time on CLOCK_REALTIME.
#[inline(always)]
pub(crate) unsafe fn timedwrlock(lock: *mut RswLock, time: *const timespec) -> c_int {
    // SAFETY: the caller's.
    unsafe { by(lock, CLOCK_REALTIME, time, RswLock::take_w_until) }
}

/// Takes the lock for writing by a time on the clock named.
#[inline(always)]
pub(crate) unsafe fn clockwrlock(
    lock: *mut RswLock,
    clock: clockid_t,
    time: *const timespec,
) -> c_int {
    // SAFETY: the caller's.
    unsafe { by(lock, clock, time, RswLock::take_w_until) }
}

/// Gives back what the caller holds: the lock itself knows whether that is the
/// write lock.
#[inline(always)]
pub(crate) unsafe fn unlock(lock: *mut RswLock) -> c_int {
    // SAFETY: the caller's.
    errno(unsafe { at(lock) }.drop_any())
}
