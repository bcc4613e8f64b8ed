// SPDX-License-Identifier: MIT OR Apache-2.0
//! The names that programs linked before glibc 2.34 may also use.

use core::ffi::c_int;

use rswlock::lock::RswLock;

use crate::attributes::Attributes;
use crate::lock;

macro_rules! old_names {
    ($($old:ident = $new:ident($($argument:ident: $type:ty),*);)*) => {$(
        /// The same as without the underscores.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $old($($argument: $type),*) -> c_int {
            // SAFETY: the caller's.
            unsafe { lock::$new($($argument),*) }
        }
    )*};
}

old_names! {
    __pthread_rwlock_init = pthread_rwlock_init(lock: *mut RswLock, attributes: *const Attributes);
    __pthread_rwlock_destroy = pthread_rwlock_destroy(lock: *mut RswLock);
    __pthread_rwlock_rdlock = pthread_rwlock_rdlock(lock: *mut RswLock);
    __pthread_rwlock_tryrdlock = pthread_rwlock_tryrdlock(lock: *mut RswLock);
    __pthread_rwlock_wrlock = pthread_rwlock_wrlock(lock: *mut RswLock);
    __pthread_rwlock_trywrlock = pthread_rwlock_trywrlock(lock: *mut RswLock);
    __pthread_rwlock_unlock = pthread_rwlock_unlock(lock: *mut RswLock);
}
