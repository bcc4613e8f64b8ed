// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which library this is.

use core::ffi::{CStr, c_char, c_uint};

/// Number of the binary interface, as in the soname `librswlock.so.0`.
pub const RSW_ABI_VERSION: c_uint = 0;

/// The version that the program is compiled for: major.minor.patch.
pub const RSW_VERSION_MAJOR: c_uint = 0;
/// See RSW_VERSION_MAJOR.
pub const RSW_VERSION_MINOR: c_uint = 1;
/// See RSW_VERSION_MAJOR.
pub const RSW_VERSION_PATCH: c_uint = 0;

const _: () = assert!(
    RSW_VERSION_MAJOR == number(env!("CARGO_PKG_VERSION_MAJOR"))
        && RSW_VERSION_MINOR == number(env!("CARGO_PKG_VERSION_MINOR"))
        && RSW_VERSION_PATCH == number(env!("CARGO_PKG_VERSION_PATCH"))
);

const fn number(decimal: &str) -> c_uint {
    match c_uint::from_str_radix(decimal, 10) {
        Ok(value) => value,
        Err(_) => panic!("a part of a version is a number"),
    }
}

const VERSION: &CStr =
    match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => panic!("a version has no NUL inside"),
    };

/// The version of the library that the program runs with, "0.1.0" for example.
#[unsafe(no_mangle)]
pub extern "C" fn rsw_version() -> *const c_char {
    VERSION.as_ptr()
}

/// The RSW_ABI_VERSION of the library that the program runs with.
#[unsafe(no_mangle)]
pub extern "C" fn rsw_abi_version() -> c_uint {
    RSW_ABI_VERSION
}
