// SPDX-License-Identifier: MIT OR Apache-2.0
//! Readers that write nothing they share.
//!
//! A reader of a lock that is biased towards readers says that it is inside in
//! a slot of a table, on a line of its own, and does not touch the lock (BRAVO:
//! Dice and Kogan, "BRAVO - Biased Locking for Reader-Writer Locks", USENIX ATC
//! 2019). A writer ends the bias, then looks at the slots.
//!
//! **Rows.** A thread has a row of the table, which it finds by its thread
//! pointer and claims the first time that it meets a biased lock. Rows are
//! never given back: who has the same thread pointer later has the same row. So
//! there is no thread-local storage, no registration that a thread has to end,
//! and nothing that a `fork` could leave half done. A thread that finds no row,
//! as hundreds of others were there before, reads without the table.
//!
//! **Columns.** The lock's address chooses one. A slot that is taken, by another
//! lock or by an outer hold of the same, is no obstacle: the reader goes by the
//! lock's own state then.
//!
//! **Marks.** What stands in a slot while it is held is not the lock's address but
//! the number of the time for which the lock is biased, unique in the process.
//! So whatever is left behind, by a thread that ended while it was reading or by
//! the threads that a fork left behind, means nothing to a lock that is made in
//! the same place later.
//!
//! **Hints.** A reader that comes to a lock that is not biased should not look at it
//! before it takes it: its line would travel twice, to be read and to be written.
//! So there is a hint at another place, which hardly ever changes, that says
//! whether to look.
//!
//! **Who writes.** A slot is written by its thread alone, which is why leaving
//! needs no locked instruction; [`Table::evict`] alone is another's, of marks whose
//! threads cannot be about to take them out. A signal handler is the same thread in the middle of
//! something: each step is one that it cannot split.
//!
//! **The fence.** The reader writes its slot, then looks whether the lock is still
//! biased; the writer ends the bias, then looks at the slots. One of the two must
//! see the other, which only sequential consistency promises: all four accesses
//! are `SeqCst`.

#[cfg(not(loom))]
mod table;
#[cfg(loom)]
#[path = "table_model.rs"]
mod table;

#[cfg(loom)]
pub use table::leave_out_the_fence;
pub(crate) use table::{Occupied, Slot, Table, thread_tag};

/// What is in a slot that nobody holds.
const EMPTY: u64 = 0;

/// What is in a slot after another thread took out what was there.
const EVICTED: u64 = 1;
