// SPDX-License-Identifier: MIT OR Apache-2.0
//! The crate parking_lot's lock behind the C library's names, for the benchmark alone: no attributes, no timeouts.

use std::cell::UnsafeCell;
use std::ffi::c_int;

use libc::{pthread_rwlock_t, pthread_rwlockattr_t};
use parking_lot::RawRwLock;
use parking_lot::lock_api::RawRwLock as _;

/// What lies in a `pthread_rwlock_t`'s memory. All zero is a free lock.
struct Owned {
    lock: RawRwLock,
    /// `pthread_rwlock_unlock` isn't told what it ends. Changes under the write lock alone, and who unlocks holds the
    /// lock, so a plain field is enough.
    written: UnsafeCell<bool>,
}

const _: () = assert!(size_of::<Owned>() <= size_of::<pthread_rwlock_t>());

/// # Safety
/// `memory` points to a lock made ready by `pthread_rwlock_init` that outlives the call.
unsafe fn owned<'a>(memory: *mut pthread_rwlock_t) -> &'a Owned {
    // SAFETY: passed on to the caller; the field in a cell is the only one that is changed other than atomically.
    unsafe { &*memory.cast::<Owned>() }
}

/// # Safety
/// `memory` can be written to and nobody else uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pthread_rwlock_init(
    memory: *mut pthread_rwlock_t,
    _attributes: *const pthread_rwlockattr_t,
) -> c_int {
    let fresh = Owned {
        lock: RawRwLock::INIT,
        written: UnsafeCell::new(false),
    };
    // SAFETY: passed on to the caller; the memory is large enough and aligned for a word.
    unsafe { memory.cast::<Owned>().write(fresh) };
    0
}

/// # Safety
/// As for `owned`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pthread_rwlock_rdlock(memory: *mut pthread_rwlock_t) -> c_int {
    // SAFETY: passed on to the caller.
    unsafe { owned(memory) }.lock.lock_shared();
    0
}

/// # Safety
/// As for `owned`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pthread_rwlock_wrlock(memory: *mut pthread_rwlock_t) -> c_int {
    // SAFETY: passed on to the caller.
    let owned = unsafe { owned(memory) };
    owned.lock.lock_exclusive();
    // SAFETY: under the write lock.
    unsafe { *owned.written.get() = true };
    0
}

/// # Safety
/// As for `owned`, and the calling thread holds the lock.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pthread_rwlock_unlock(memory: *mut pthread_rwlock_t) -> c_int {
    // SAFETY: passed on to the caller.
    let owned = unsafe { owned(memory) };
    // SAFETY: the caller holds the lock, so no writer changes the field now, or only the caller is one.
    if unsafe { *owned.written.get() } {
        // SAFETY: as above.
        unsafe { *owned.written.get() = false };
        // SAFETY: a write lock is held, and by the caller, since it excludes everybody else.
        unsafe { owned.lock.unlock_exclusive() };
    } else {
        // SAFETY: the caller holds the lock, and not for writing.
        unsafe { owned.lock.unlock_shared() };
    }
    0
}
