// SPDX-License-Identifier: MIT OR Apache-2.0
//! The table under loom: one column, and a row for each thread of a model.
//!
//! loom takes `SeqCst` accesses for acquires and releases, and knows the one
//! order only of fences. So there are fences here where the real table has
//! `SeqCst` accesses; a fence is no weaker. Leaving is a load and a store, less
//! than the one step that it is to signal handlers, to show that no other thread
//! writes the slot.

use core::cell::Cell;
use core::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize};

use loom::sync::atomic::fence;

use super::{EMPTY, EVICTED};
use crate::atomics::{
    AtomicU64,
    Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst},
};

/// As many as threads that a model has.
const ROWS: usize = 4;

pub(crate) struct Slot(AtomicU64);

pub(crate) struct Table {
    rows: [Slot; ROWS],
    hint: AtomicBool,
}

loom::lazy_static! {
    static ref TABLE: Table = Table {
        rows: core::array::from_fn(|_| Slot(AtomicU64::new(EMPTY))),
        hint: AtomicBool::new(false),
    };
    static ref THREADS: AtomicUsize = AtomicUsize::new(0);
}

loom::thread_local! {
    static ROW: usize = THREADS.fetch_add(1, Relaxed);
}

std::thread_local! {
    static FENCED: Cell<bool> = const { Cell::new(true) };
}

static PERIODS: AtomicU32 = AtomicU32::new(1);

/// For the models that show what the fence is for.
pub fn leave_out_the_fence(out: bool) {
    FENCED.set(!out);
}

fn store_load_fence() {
    if FENCED.get() {
        fence(SeqCst);
    }
}

pub(crate) fn thread_tag() -> u32 {
    ROW.with(|row| *row as u32)
}

impl Table {
    pub(crate) fn own() -> &'static Self {
        &TABLE
    }

    pub(crate) fn slot(&self, _: usize) -> Option<&Slot> {
        self.rows.get(ROW.with(|row| *row))
    }

    pub(crate) fn find(&self, lock: usize) -> Option<&Slot> {
        self.slot(lock)
    }

    pub(crate) fn has_hint(&self, _: usize) -> bool {
        self.hint.load(Relaxed)
    }

    pub(crate) fn set_hint(&self, _: usize, _: u32) {
        self.hint.store(true, Relaxed);
    }

    /// Never, as hints may be wrong.
    pub(crate) fn clear_hint(&self, _: usize, _: u32) {}

    pub(crate) fn claim(&self, lock: usize) -> Option<&Slot> {
        self.slot(lock).inspect(|slot| {
            slot.tidy();
        })
    }

    pub(crate) fn new_period(&self) -> u32 {
        PERIODS.fetch_add(1, Relaxed)
    }

    pub(crate) fn occupied(&self, _: usize, mark: u64) -> Occupied {
        store_load_fence();
        Occupied(
            self.rows
                .each_ref()
                .map(|slot| slot.0.load(Acquire) == mark),
        )
    }

    pub(crate) fn evict(&self, _: usize, mark: u64, occupied: Occupied) {
        for (slot, _) in self.rows.iter().zip(occupied.0).filter(|row| row.1) {
            let _ = slot.0.compare_exchange(mark, EVICTED, Relaxed, Relaxed);
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Occupied([bool; ROWS]);

impl Occupied {
    pub(crate) fn count(self) -> i64 {
        self.0.iter().filter(|row| **row).count() as i64
    }
}

impl Slot {
    pub(crate) fn announce(&self, mark: u64) -> bool {
        let taken = self
            .0
            .compare_exchange(EMPTY, mark, AcqRel, Relaxed)
            .is_ok();
        store_load_fence();
        taken
    }

    pub(crate) fn holds(&self, mark: u64) -> bool {
        self.0.load(Relaxed) == mark
    }

    pub(crate) fn leave(&self, mark: u64) -> bool {
        let held = self.0.load(Relaxed) == mark;
        if held {
            self.0.store(EMPTY, Release);
        }
        held
    }

    pub(crate) fn tidy(&self) -> bool {
        self.leave(EVICTED)
    }
}
