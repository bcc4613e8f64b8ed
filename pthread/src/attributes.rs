// SPDX-License-Identifier: MIT OR Apache-2.0
//! `pthread_rwlockattr_*`.

use core::ffi::c_int;

use libc::{EINVAL, PTHREAD_PROCESS_PRIVATE, PTHREAD_PROCESS_SHARED};
use rswlock::lock::Preference;
use rswlock::park::Scope;

/// `pthread_rwlockattr_t` as glibc's static functions and headers know it:
/// 8 bytes, two numbers.
#[repr(C, align(8))]
#[derive(Clone, Copy)]
pub struct Attributes {
    kind: c_int,
    shared: c_int,
}

const _: () = assert!(size_of::<Attributes>() == size_of::<libc::pthread_rwlockattr_t>());

const KINDS: core::ops::RangeInclusive<c_int> =
    Preference::Readers as c_int..=Preference::WritersNonrecursive as c_int;

impl Attributes {
    pub(crate) const DEFAULT: Self = Self {
        kind: Preference::Readers as c_int,
        shared: PTHREAD_PROCESS_PRIVATE,
    };

    pub(crate) fn preference(self) -> Preference {
        Preference::from_number(self.kind as u32)
    }

    pub(crate) fn scope(self) -> Scope {
        if self.shared == PTHREAD_PROCESS_PRIVATE {
            Scope::Process
        } else {
            Scope::Shared
        }
    }
}

/// Sets the defaults.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pthread_rwlockattr_init(attributes: *mut Attributes) -> c_int {
    // SAFETY: the caller passes a place for attributes.
    unsafe { attributes.write(Attributes::DEFAULT) };
    0
}

/// Does nothing: there is nothing to free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pthread_rwlockattr_destroy(_: *mut Attributes) -> c_int {
    0
}

/// Which processes will see the lock.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pthread_rwlockattr_getpshared(
    attributes: *const Attributes,
    shared: *mut c_int,
) -> c_int {
    // SAFETY: the caller passes attributes that are set.
    let found = unsafe { (*attributes).shared };
    // SAFETY: and a place for the answer.
    unsafe { shared.write(found) };
    0
}

/// Chooses which processes will see the lock; EINVAL, and no change, for
/// anything but the two constants.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pthread_rwlockattr_setpshared(
    attributes: *mut Attributes,
    shared: c_int,
) -> c_int {
    if shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED {
        return EINVAL;
    }
    // SAFETY: the caller passes attributes that are set.
    unsafe { (*attributes).shared = shared };
    0
}

/// Who goes first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pthread_rwlockattr_getkind_np(
    attributes: *const Attributes,
    kind: *mut c_int,
) -> c_int {
    // SAFETY: the caller passes attributes that are set.
    let found = unsafe { (*attributes).kind };
    // SAFETY: and a place for the answer.
    unsafe { kind.write(found) };
    0
}

/// Chooses who goes first; EINVAL, and no change, for anything but the three
/// constants.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pthread_rwlockattr_setkind_np(
    attributes: *mut Attributes,
    kind: c_int,
) -> c_int {
    if !KINDS.contains(&kind) {
        return EINVAL;
    }
    // SAFETY: the caller passes attributes that are set.
    unsafe { (*attributes).kind = kind };
    0
}
