// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lock words: read, seek, write, atomic and join in one integer.
//!
//! The states and their rights are plock's (Willy Tarreau, 2017 to 2025). A
//! reader (R) shares with readers and with one seeker. A seeker (S) reads too,
//! and may become the writer (W) without letting anybody write in between.
//! Atomic writers (A) share with each other only. Joining (J) turns readers
//! into writers together, see `atomic.rs`.
//!
//! | held \ asked | R   | S   | W    | A    | J    |
//! | ------------ | --- | --- | ---- | ---- | ---- |
//! | nothing      | yes | yes | yes  | yes  | yes  |
//! | R            | yes | yes | wait | wait | wait |
//! | S            | yes | no  | wait | no   | no   |
//! | W            | no  | no  | no   | no   | no   |
//! | A            | no  | no  | no   | yes  | no   |
//! | J            | no  | no  | no   | no   | no   |
//!
//! "wait" means that the comer claims the lock: nobody new gets in before it.
//! "no" means that it waits outside.
//!
//! # Orderings
//!
//! Every change of the word is a read-modify-write, so all changes after a
//! release form one release sequence: an acquire that reads any later value
//! synchronises with that release. The rules that follow from it:
//!
//! * Getting in is an acquire of the value that let us in: the successful
//!   compare-and-swap, or for a claim the load that saw the last reader gone.
//!   It pairs with the release of everybody who left before.
//! * Leaving, or giving up the right to write or to read, is a release.
//! * Claiming is relaxed where a wait follows, for that ends in an acquire.
//!   Taking back a claim is relaxed: nothing was read or written under it.
//! * A change that gives up one right and gains another is both. Joining is one:
//!   whoever sees that the last reader has joined may write, so what that reader
//!   read before must be over.

mod atomic;
mod layout;
mod query;
mod rsw;
mod transition;
mod wait;

#[cfg(not(loom))]
use crate::atomics::{AtomicU32, AtomicU64};
use crate::atomics::{
    Cell,
    Ordering::{self, Acquire, Relaxed},
};
use crate::spin::{Backoff, TimedOut};
pub(crate) use layout::Layout;
use transition::{Entry, Transitions};

/// A lock word in a cell of type `C`. Zero is a free lock.
///
/// Nothing records who holds the lock: any thread may do the next step of a
/// hold, and a step that the hold does not allow (a drop of what is not held,
/// say) leaves the word in a state without meaning, as with any counter.
#[repr(transparent)]
#[derive(Debug)]
pub struct RswWord<C>(C);

/// A 32-bit lock word: up to 16383 readers.
#[cfg(not(loom))]
pub type RswWord32 = RswWord<AtomicU32>;
/// A 64-bit lock word: up to about a billion readers.
#[cfg(not(loom))]
pub type RswWord64 = RswWord<AtomicU64>;

impl<C> RswWord<C> {
    /// A lock in `cell`, which holds the word that the lock starts with:
    /// usually zero, or application bits alone.
    pub const fn new(cell: C) -> Self {
        Self(cell)
    }
}

impl<C: Cell> RswWord<C> {
    const L: Layout = Layout::of(C::BITS);
    const T: Transitions = Transitions::of(C::BITS);

    /// The way in that is usually open: two attempts at most, for one of a lock
    /// that is free and one of a lock that is shared or carries application
    /// bits.
    ///
    /// The first does not look before it leaps: a compare-and-swap fetches the
    /// line for writing, where a load would fetch it for reading first and then
    /// once more. When it fails, the line is here and the second succeeds.
    #[inline(always)]
    fn enter_fast(&self, entry: &Entry) -> bool {
        match self.0.compare_exchange(0, entry.add, Acquire, Relaxed) {
            Ok(_) => true,
            Err(seen) => seen & entry.blocked_fast == 0 && self.step(seen, entry.add, Acquire),
        }
    }

    /// Makes the transition if the word allows it now. Loops only while others
    /// make progress and the answer is still open.
    #[inline(always)]
    fn enter_now(&self, entry: &Entry, order: Ordering) -> bool {
        let mut seen = self.0.load(Relaxed);
        while entry.admits(seen) {
            match self
                .0
                .compare_exchange(seen, seen.wrapping_add(entry.add), order, Relaxed)
            {
                Ok(_) => return true,
                Err(changed) => seen = changed,
            }
        }
        false
    }

    /// Waits until the transition can be made, and makes it.
    fn enter_waiting(
        &self,
        entry: &Entry,
        order: Ordering,
        backoff: &mut Backoff,
    ) -> Result<(), TimedOut> {
        loop {
            let seen = self.0.load(Relaxed);
            if entry.admits(seen) {
                if self.step(seen, entry.add, order) {
                    return Ok(());
                }
                backoff.lost_race();
            }
            backoff.pause()?;
        }
    }

    /// One attempt to add `delta` to a word that reads `seen`.
    #[inline(always)]
    fn step(&self, seen: u64, delta: u64, order: Ordering) -> bool {
        self.0
            .compare_exchange(seen, seen.wrapping_add(delta), order, Relaxed)
            .is_ok()
    }

    /// Waits until `ready` says so of the word, which it returns.
    fn wait_until(
        &self,
        ready: impl Fn(u64) -> bool,
        backoff: &mut Backoff,
    ) -> Result<u64, TimedOut> {
        loop {
            // Acquire: what ends a wait lets somebody in. Pairs with the
            // release of whoever made the word ready.
            let word = self.0.load(Acquire);
            if ready(word) {
                return Ok(word);
            }
            backoff.pause()?;
        }
    }
}

/// Drops the result of a wait that has no deadline and so cannot time out.
#[inline(always)]
fn endless<T>(_: Result<T, TimedOut>) {}
