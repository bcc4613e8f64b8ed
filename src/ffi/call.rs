// SPDX-License-Identifier: MIT OR Apache-2.0
//! How a method of a lock word becomes a pair of C functions.
//!
//! A line `shape method: name32, name64;` makes one function for each width.
//! The shape says what it takes besides the lock and what it returns; cbindgen
//! sees the functions after the macros are expanded.

macro_rules! word_calls {
    ($($(#[$doc:meta])* $shape:ident $method:ident: $name32:ident, $name64:ident;)*) => {$(
        $crate::ffi::call::word_call!($shape $method $name32 rsw32_t [$(#[$doc])*]);
        $crate::ffi::call::word_call!($shape $method $name64 rsw64_t [$(#[$doc])*]);
    )*};
}

/// One function. The shapes: what it takes besides the lock, what it returns.
macro_rules! word_call {
    (void $method:ident $name:ident $word:ident [$(#[$doc:meta])*]) => {
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(lock: *mut $crate::ffi::$word) {
            // SAFETY: the caller keeps the precondition of the C surface.
            unsafe { $crate::ffi::FromC::lock(lock) }.$method();
        }
    };
    (bool $method:ident $name:ident $word:ident [$(#[$doc:meta])*]) => {
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(lock: *mut $crate::ffi::$word) -> bool {
            // SAFETY: the caller keeps the precondition of the C surface.
            unsafe { $crate::ffi::FromC::lock(lock) }.$method()
        }
    };
    (timed $method:ident $name:ident $word:ident [$(#[$doc:meta])*]) => {
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(lock: *mut $crate::ffi::$word, deadline: u64) -> core::ffi::c_int {
            // SAFETY: the caller keeps the precondition of the C surface.
            match unsafe { $crate::ffi::FromC::lock(lock) }.$method(deadline) {
                Ok(()) => 0,
                Err(_) => libc::ETIMEDOUT,
            }
        }
    };
    (wait $method:ident $name:ident $word:ident [$(#[$doc:meta])*]) => {
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(lock: *mut $crate::ffi::$word, value: $crate::ffi::$word) -> $crate::ffi::$word {
            // SAFETY: the caller keeps the precondition of the C surface.
            // Widening is lossless, and the result came from a word this wide.
            unsafe { $crate::ffi::FromC::lock(lock) }.$method(u64::from(value)) as $crate::ffi::$word
        }
    };
    (ask $method:ident $name:ident $word:ident [$(#[$doc:meta])*]) => {
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(lock: *const $crate::ffi::$word) -> bool {
            // SAFETY: the caller keeps the precondition of the C surface.
            unsafe { $crate::ffi::FromC::lock(lock) }.$method()
        }
    };
    (count $method:ident $name:ident $word:ident [$(#[$doc:meta])*]) => {
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(lock: *const $crate::ffi::$word) -> $crate::ffi::$word {
            // SAFETY: the caller keeps the precondition of the C surface.
            unsafe { $crate::ffi::FromC::lock(lock) }.$method() as $crate::ffi::$word
        }
    };
}

pub(super) use {word_call, word_calls};
