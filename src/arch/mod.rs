// SPDX-License-Identifier: MIT OR Apache-2.0
//! What differs between processors.
//!
//! Each architecture is one file with the same functions; this is the only
//! place that asks for the target.

cfg_if::cfg_if! {
    if #[cfg(target_arch = "x86_64")] {
        mod x86_64;
        pub(crate) use x86_64::{futex, relax, replace_own, thread_pointer};
    } else if #[cfg(target_arch = "aarch64")] {
        mod aarch64;
        pub(crate) use aarch64::{futex, relax, replace_own, thread_pointer};
    } else {
        mod generic;
        pub(crate) use generic::{futex, relax, replace_own, thread_pointer};
    }
}
