// SPDX-License-Identifier: MIT OR Apache-2.0
//! The names of `pthread_rwlock_*`, those included that only programs linked
//! before glibc 2.34 use.
//!
//! Each has the body itself. One that called the other would do so by its name,
//! under which another object's function may be found.

use core::ffi::c_int;

use libc::{clockid_t, timespec};
use rswlock::lock::RswLock;

use crate::attributes::Attributes;
use crate::lock;

macro_rules! names {
    ($($($name:ident)+ = $body:ident $arguments:tt;)*) => {$($(
        names!(@ $name $body $arguments);
    )+)*};
    (@ $name:ident $body:ident($($argument:ident: $type:ty),*)) => {
        #[doc = concat!("See `lock::", stringify!($body), "`.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($argument: $type),*) -> c_int {
            // SAFETY: the caller's.
            unsafe { lock::$body($($argument),*) }
        }
    };
}

names! {
    pthread_rwlock_init __pthread_rwlock_init = init(lock: *mut RswLock, attributes: *const Attributes);
    pthread_rwlock_destroy __pthread_rwlock_destroy = destroy(lock: *mut RswLock);
    pthread_rwlock_rdlock __pthread_rwlock_rdlock = rdlock(lock: *mut RswLock);
    pthread_rwlock_tryrdlock __pthread_rwlock_tryrdlock = tryrdlock(lock: *mut RswLock);
    pthread_rwlock_timedrdlock = timedrdlock(lock: *mut RswLock, time: *const timespec);
    pthread_rwlock_clockrdlock = clockrdlock(lock: *mut RswLock, clock: clockid_t, time: *const timespec);
    pthread_rwlock_wrlock __pthread_rwlock_wrlock = wrlock(lock: *mut RswLock);
    pthread_rwlock_trywrlock __pthread_rwlock_trywrlock = trywrlock(lock: *mut RswLock);
    pthread_rwlock_timedwrlock = timedwrlock(lock: *mut RswLock, time: *const timespec);
    pthread_rwlock_clockwrlock = clockwrlock(lock: *mut RswLock, clock: clockid_t, time: *const timespec);
    pthread_rwlock_unlock __pthread_rwlock_unlock = unlock(lock: *mut RswLock);
}
