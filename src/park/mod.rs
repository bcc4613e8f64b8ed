// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sleeping until a lock changes.
//!
//! Waiters sleep on the upper half of a lock's 64-bit state: the half with
//! everything that can let them in or that says they are there. The kernel
//! compares it before it lets a thread sleep (futex(2), FUTEX_WAIT_BITSET), so
//! no wake-up is lost as long as whoever lets a waiter in changes that half in
//! the same step, and nobody has to touch the lock after the step that
//! releases it: a wake-up needs the address alone.
//!
//! Sleepers are woken in the order in which they fell asleep; several kinds of
//! them share the address and are told apart by a bit each.

#[cfg(not(loom))]
mod deadline;
#[cfg(loom)]
#[path = "deadline_model.rs"]
mod deadline;
#[cfg(not(loom))]
mod futex;
#[cfg(loom)]
#[path = "futex_model.rs"]
mod futex;

pub use deadline::Deadline;
pub(crate) use futex::{wait, wake};

/// How a sleep ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wakeup {
    /// Somebody woke us; very rarely nobody did.
    Woken,
    /// The state had changed already, or a signal came.
    Look,
    /// The deadline has passed.
    TimedOut,
}

/// Who sees the lock's memory: the key under which the kernel keeps sleepers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Threads of one process.
    Process,
    /// Every process that maps the memory, at whatever address.
    Shared,
}

/// How many sleepers to wake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    /// The one that has slept longest.
    One,
    /// All of them.
    All,
}
