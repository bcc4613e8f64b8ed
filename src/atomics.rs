// SPDX-License-Identifier: MIT OR Apache-2.0
//! Atomic operations with an explicit order.
//!
//! Everything above this layer names its memory order at each operation and
//! never asks which instruction carries it out. Two things are decided here:
//!
//! * under `cfg(loom)` the same code runs on loom's atomics, which explore the
//!   interleavings and the stale values that the C11 model allows;
//! * 32- and 64-bit words look alike: [`Cell`] shows either as a `u64`, so the
//!   lock algorithms exist once. The conversions cost nothing in the generated
//!   code (a 32-bit operation zero-extends its result).

pub use core::sync::atomic::Ordering;

#[cfg(not(loom))]
pub use core::sync::atomic::{AtomicU32, AtomicU64, fence};
#[cfg(loom)]
pub use loom::sync::atomic::{AtomicU32, AtomicU64, fence};

/// One atomic word of [`Cell::BITS`] bits, seen as a `u64`.
///
/// Arithmetic wraps at the word's own width; bits above it read as zero and
/// are ignored in operands.
pub trait Cell {
    /// Width of the word in bits.
    const BITS: u32;

    /// Reads the word.
    fn load(&self, order: Ordering) -> u64;

    /// Replaces `current` by `new`; on failure returns what was found instead.
    ///
    /// Never fails spuriously.
    fn compare_exchange(
        &self,
        current: u64,
        new: u64,
        success: Ordering,
        failure: Ordering,
    ) -> Result<u64, u64>;

    /// Adds `delta` and returns the word as it was before.
    fn fetch_add(&self, delta: u64, order: Ordering) -> u64;

    /// Subtracts `delta` and returns the word as it was before.
    fn fetch_sub(&self, delta: u64, order: Ordering) -> u64;
}

macro_rules! impl_cell {
    ($atomic:ty, $int:ty) => {
        impl Cell for $atomic {
            const BITS: u32 = <$int>::BITS;

            #[inline(always)]
            fn load(&self, order: Ordering) -> u64 {
                u64::from(<$atomic>::load(self, order))
            }

            #[inline(always)]
            fn compare_exchange(
                &self,
                current: u64,
                new: u64,
                success: Ordering,
                failure: Ordering,
            ) -> Result<u64, u64> {
                match <$atomic>::compare_exchange(
                    self,
                    current as $int,
                    new as $int,
                    success,
                    failure,
                ) {
                    Ok(old) => Ok(u64::from(old)),
                    Err(old) => Err(u64::from(old)),
                }
            }

            #[inline(always)]
            fn fetch_add(&self, delta: u64, order: Ordering) -> u64 {
                u64::from(<$atomic>::fetch_add(self, delta as $int, order))
            }

            #[inline(always)]
            fn fetch_sub(&self, delta: u64, order: Ordering) -> u64 {
                u64::from(<$atomic>::fetch_sub(self, delta as $int, order))
            }
        }
    };
}

impl_cell!(AtomicU32, u32);
impl_cell!(AtomicU64, u64);
