// SPDX-License-Identifier: MIT OR Apache-2.0
//! Locks and atomics for servers.
//!
//! The layers, each of which uses only those below it:
//!
//! | module    | what it knows                                              |
//! | --------- | ---------------------------------------------------------- |
//! | `ffi`     | the C surface: types, argument checks, documentation       |
//! | [`lock`]  | the blocking lock: state, turns, bias, spin, then sleep      |
//! | [`bias`]  | readers that write nothing they share: the table of slots   |
//! | [`park`]  | sleeping until a lock changes                              |
//! | [`word`]  | lock words: layout, transitions, who is let in             |
//! | [`spin`]  | when and how long to spin                                  |
//! | [`atomics`] | atomic operations with an explicit order                 |
//! | `arch`, `sys` | the processor, the operating system                    |

#![no_std]

#[cfg(any(test, not(all(feature = "freestanding", panic = "abort"))))]
extern crate std;

#[cfg(not(loom))]
mod arch;
pub mod atomics;
pub mod bias;
#[cfg(all(feature = "capi", not(loom)))]
pub mod ffi;
#[cfg(all(feature = "freestanding", panic = "abort", not(any(test, loom))))]
mod freestanding;
pub mod lock;
pub mod park;
pub mod spin;
#[cfg(not(loom))]
mod sys;
pub mod word;
