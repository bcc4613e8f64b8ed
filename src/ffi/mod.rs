// SPDX-License-Identifier: MIT OR Apache-2.0
//! The C surface.
//!
//! Types, names, argument checks and documentation; no algorithm. The files
//! under `include/rswlock/` called `abi.h` and `calls.h` are generated from
//! here (`tests/header.rs` compares them), so the comments are written for C
//! programmers.
//!
//! All functions that take a lock have one precondition, which the generated
//! header states at its top: the pointer is not null, is aligned to the word's
//! size and points to a word that lives during the call and is only changed by
//! these functions, their inline forms or plock's; but for the application's
//! two bits.
#![allow(
    non_camel_case_types,
    reason = "these are the names that C programs use"
)]
#![allow(
    clippy::missing_safety_doc,
    reason = "one precondition holds for all and is stated once, above and in the header"
)]

mod call;
mod lock;
#[allow(missing_docs, reason = "described at the top of the module")]
mod slow;
mod version;
mod word;

pub use lock::*;
pub use slow::*;
pub use version::*;
pub use word::*;

use crate::word::{RswWord32, RswWord64};

/// A 32-bit lock word. 0 is a free lock; the two low bits belong to the program.
pub type rsw32_t = u32;
/// A 64-bit lock word. 0 is a free lock; the two low bits belong to the program.
pub type rsw64_t = u64;

/// How a pointer from C becomes a lock.
trait FromC {
    type Lock;

    /// # Safety
    ///
    /// The precondition of the module.
    unsafe fn lock<'a>(self) -> &'a Self::Lock;
}

macro_rules! impl_from_c {
    ($pointer:ty, $lock:ty) => {
        impl FromC for $pointer {
            type Lock = $lock;

            #[inline(always)]
            unsafe fn lock<'a>(self) -> &'a $lock {
                #[cfg(debug_assertions)]
                check(self.addr(), align_of::<$lock>());
                // SAFETY: the caller vouches for a live, aligned word, and
                // `RswWord` is a transparent wrapper of an atomic of its size.
                unsafe { &*self.cast::<$lock>() }
            }
        }
    };
}

impl_from_c!(*mut rsw32_t, RswWord32);
impl_from_c!(*const rsw32_t, RswWord32);
impl_from_c!(*mut rsw64_t, RswWord64);
impl_from_c!(*const rsw64_t, RswWord64);

/// Stops a program that hands over what cannot be a lock.
#[cfg(debug_assertions)]
fn check(address: usize, align: usize) {
    if address == 0 {
        crate::sys::die("rswlock: the lock pointer is NULL\n");
    }
    if address % align != 0 {
        crate::sys::die("rswlock: the lock pointer is misaligned\n");
    }
}
