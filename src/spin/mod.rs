// SPDX-License-Identifier: MIT OR Apache-2.0
//! When and how long to spin.
//!
//! A waiting thread asks a [`Backoff`] to pause between two looks at the lock
//! word. How long a pause lasts and when it gives the CPU away is decided here
//! alone, in nanoseconds; [`pace`] knows what one relax instruction costs on
//! this machine.

#[cfg(not(loom))]
mod backoff;
#[cfg(loom)]
#[path = "backoff_model.rs"]
mod backoff;
#[cfg(not(loom))]
mod budget;
#[cfg(loom)]
#[path = "budget_model.rs"]
mod budget;
#[cfg(not(loom))]
mod pace;

pub(crate) use backoff::Backoff;
pub(crate) use budget::Budget;

/// The deadline of a wait has passed; the caller left nothing behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedOut;
