// SPDX-License-Identifier: MIT OR Apache-2.0
//! Gives the shared library its soname.
//!
//! Cargo sets none (rust-lang/cargo#5045), and a library without one is
//! recorded in programs under the path it was linked by. The number is the
//! ABI's: it changes when a program that was linked before stops working.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Only the C build makes a shared library.
    if std::env::var_os("CARGO_FEATURE_CAPI").is_some() {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,librswlock.so.0");
    }
}
