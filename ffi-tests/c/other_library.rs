// SPDX-License-Identifier: MIT OR Apache-2.0
//! Somebody else's Rust library, with std, allocation and panics inside.

/// The sum of the numbers below `count`.
#[unsafe(no_mangle)]
pub extern "C" fn other_sum(count: u64) -> u64 {
    let numbers: Vec<u64> = (0..count).collect();
    assert_eq!(numbers.len() as u64, count);
    numbers.iter().sum()
}
