// SPDX-License-Identifier: MIT OR Apache-2.0
//! The table of slots.

use core::sync::atomic::AtomicU32;

use super::{EMPTY, EVICTED};
use crate::atomics::{
    AtomicU64,
    Ordering::{Relaxed, SeqCst},
};
use crate::{arch, sys};

/// More rows than the threads of most programs. 64 KiB of zero pages, of which
/// a row that is used touches one.
const ROWS: usize = 512;
const ROW_BITS: u32 = ROWS.trailing_zeros();

/// Slots of a row, which together fill the two cache lines that x86 processors
/// fetch as a pair.
const COLUMNS: usize = 16;
const COLUMN_BITS: u32 = COLUMNS.trailing_zeros();

/// Hints: for few of a program's hot locks to share one, in 4 KiB.
const HINTS: usize = 1024;
const HINT_BITS: u32 = HINTS.trailing_zeros();

/// Rows that a thread looks at before it does without.
const PROBES: usize = 8;

/// Thread control blocks lie no closer than this: the smallest stack that any C
/// library allows has as many bytes.
const THREAD_SHIFT: u32 = 11;

/// An odd number by which addresses are multiplied; the upper bits of the product
/// are what is looked for (Knuth, TAOCP vol. 3, section 6.4). Found by trial: it
/// tells apart locks, and stacks, at the distances at which programs have them.
const SPREAD: u64 = 0xff09_638c_9347_2aa5;

#[repr(align(128))]
struct Row([Slot; COLUMNS]);

/// A place where one thread says which lock it reads.
#[repr(transparent)]
pub(crate) struct Slot(AtomicU64);

/// Slots for all threads. There is one in each copy of this library.
#[repr(C, align(128))]
pub(crate) struct Table {
    /// A bit for each row that may have an owner, so that a writer looks at no
    /// others.
    claimed: [AtomicU64; ROWS / 64],
    /// The thread pointer of the thread that a row belongs to, 0 for none. Not in
    /// the row itself: others read it on the way to their own.
    owners: [AtomicU64; ROWS],
    rows: [Row; ROWS],
    /// What biased locks there may be: the place of one, or 0.
    hints: [AtomicU32; HINTS],
    /// How many times there were for which a lock was biased.
    periods: AtomicU32,
}

static TABLE: Table = Table {
    claimed: [const { AtomicU64::new(0) }; ROWS / 64],
    owners: [const { AtomicU64::new(0) }; ROWS],
    rows: [const { Row([const { Slot(AtomicU64::new(EMPTY)) }; COLUMNS]) }; ROWS],
    hints: [const { AtomicU32::new(0) }; HINTS],
    periods: AtomicU32::new(0),
};

/// A number for the calling thread that few others have.
#[inline(always)]
pub(crate) fn thread_tag() -> u32 {
    (sys::thread_in_process() >> THREAD_SHIFT) as u32
}

#[inline(always)]
fn first_row(thread: u64) -> usize {
    ((thread >> THREAD_SHIFT).wrapping_mul(SPREAD) >> (64 - ROW_BITS)) as usize
}

/// A number of so many bits for the lock at this address.
#[inline(always)]
fn spread(lock: usize, bits: u32) -> usize {
    ((lock as u64 >> 3).wrapping_mul(SPREAD) >> (64 - bits)) as usize
}

impl Table {
    /// This library's own.
    #[inline(always)]
    pub(crate) fn own() -> &'static Self {
        &TABLE
    }

    /// Whether the lock at this address may be biased. Relaxed: only saves a look at
    /// the lock, or costs one.
    #[inline(always)]
    pub(crate) fn has_hint(&self, lock: usize) -> bool {
        self.hint(lock).load(Relaxed) != 0
    }

    /// The lock at this address, with this place, is biased.
    pub(crate) fn set_hint(&self, lock: usize, place: u32) {
        self.hint(lock).store(place, Relaxed);
    }

    /// It is not any more.
    pub(crate) fn clear_hint(&self, lock: usize, place: u32) {
        let hint = self.hint(lock);
        if hint.load(Relaxed) == place {
            hint.store(0, Relaxed);
        }
    }

    #[inline(always)]
    fn hint(&self, lock: usize) -> &AtomicU32 {
        &self.hints[spread(lock, HINT_BITS) % HINTS]
    }

    /// The calling thread's slot for the lock at this address, if it is easily
    /// found.
    #[inline(always)]
    pub(crate) fn slot(&self, lock: usize) -> Option<&Slot> {
        let thread = sys::thread_in_process();
        let row = first_row(thread);
        // Relaxed: finds what this thread wrote itself, or one that ended before
        // this one began.
        let mine = self.owners[row % ROWS].load(Relaxed) == thread;
        mine.then(|| self.at(row, lock))
    }

    /// The calling thread's slot for the lock at this address, if it has one.
    #[cold]
    pub(crate) fn find(&self, lock: usize) -> Option<&Slot> {
        let thread = sys::thread_in_process();
        probes(thread)
            .find(|row| self.owners[row % ROWS].load(Relaxed) == thread)
            .map(|row| self.at(row, lock))
    }

    #[inline(always)]
    fn at(&self, row: usize, lock: usize) -> &Slot {
        &self.rows[row % ROWS].0[spread(lock, COLUMN_BITS) % COLUMNS]
    }

    /// As [`find`](Self::find); the thread gets a row if it has none and one is left.
    #[cold]
    pub(crate) fn claim(&self, lock: usize) -> Option<&Slot> {
        let thread = sys::thread_in_process();
        for row in probes(thread) {
            let owner = &self.owners[row % ROWS];
            let mut found = owner.load(Relaxed);
            if found == 0 {
                // Before the row has an owner: a signal handler that comes in
                // between must not use a slot that no writer would look at.
                // SeqCst: see `occupied`.
                self.claimed[row / 64 % self.claimed.len()].fetch_or(1 << (row % 64), SeqCst);
                found = match owner.compare_exchange(0, thread, Relaxed, Relaxed) {
                    Ok(_) => thread,
                    Err(found) => found,
                };
            }
            if found == thread {
                let slot = self.at(row, lock);
                slot.tidy();
                return Some(slot);
            }
        }
        None
    }

    /// A number for a time in which a lock is biased: not 0, and not used before,
    /// unless 2^32 of them were and a mark is as old.
    pub(crate) fn new_period(&self) -> u32 {
        loop {
            let period = self.periods.fetch_add(1, Relaxed);
            if period != 0 {
                return period;
            }
        }
    }

    /// The slots for the lock at this address that have this mark.
    ///
    /// SeqCst throughout: who counts has ended the bias before, by an access that
    /// is SeqCst as well. A reader whose mark, or whose row, is not seen here wrote
    /// it later in the one order of all these accesses, and so will see that the
    /// bias has ended. They are acquires too, and pair with the release of each
    /// reader that left: what it read it read before what the writer will write.
    pub(crate) fn occupied(&self, lock: usize, mark: u64) -> Occupied {
        let mut occupied = Occupied([0; ROWS / 64]);
        for (rows, claimed) in occupied.0.iter_mut().zip(0..) {
            for row in Bits(self.claimed[claimed].load(SeqCst)) {
                if self.at(claimed * 64 + row, lock).0.load(SeqCst) == mark {
                    *rows |= 1 << row;
                }
            }
        }
        occupied
    }

    /// Takes the mark out of these slots. Each is the hold of a thread that is not
    /// about to give it back: another has, or that thread is the caller.
    #[cold]
    pub(crate) fn evict(&self, lock: usize, mark: u64, occupied: Occupied) {
        for (rows, word) in occupied.0.into_iter().zip(0..) {
            for row in Bits(rows) {
                let slot = &self.at(word * 64 + row, lock).0;
                // Relaxed: nobody is inside.
                let _ = slot.compare_exchange(mark, EVICTED, Relaxed, Relaxed);
            }
        }
    }
}

/// Slots with the mark of one lock, by their rows.
#[derive(Clone, Copy)]
pub(crate) struct Occupied([u64; ROWS / 64]);

impl Occupied {
    /// How many they are.
    pub(crate) fn count(self) -> i64 {
        self.0.iter().map(|rows| i64::from(rows.count_ones())).sum()
    }
}

/// The rows that a thread may have.
fn probes(thread: u64) -> impl Iterator<Item = usize> {
    let first = first_row(thread);
    (first..first + PROBES).map(|row| row % ROWS)
}

/// The numbers of the bits that are set.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let lowest = self.0.checked_ilog2().map(|_| self.0.trailing_zeros())?;
        self.0 &= self.0 - 1;
        Some(lowest as usize)
    }
}

impl Slot {
    /// Takes the slot; false if it is taken. Ordered before the SeqCst load that must
    /// follow.
    #[inline(always)]
    pub(crate) fn announce(&self, mark: u64) -> bool {
        self.0
            .compare_exchange(EMPTY, mark, SeqCst, Relaxed)
            .is_ok()
    }

    /// Whether it has this mark.
    pub(crate) fn holds(&self, mark: u64) -> bool {
        self.0.load(Relaxed) == mark
    }

    /// Empties a slot from which another thread took what was there; false if there
    /// is something else.
    pub(crate) fn tidy(&self) -> bool {
        arch::replace_own(&self.0, EVICTED, EMPTY)
    }

    /// Gives the slot back; false if it does not have this mark.
    ///
    /// A release, which pairs with the acquire of who counts. One step to signal
    /// handlers of this thread, and not to other threads, of which none writes
    /// here.
    #[inline(always)]
    pub(crate) fn leave(&self, mark: u64) -> bool {
        arch::replace_own(&self.0, mark, EMPTY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: usize = 0x7000;

    #[test]
    fn a_thread_keeps_its_row_and_others_have_others() {
        let table = Table::own();
        let mine = core::ptr::from_ref(table.claim(LOCK).expect("there is room")).addr();
        let found = core::ptr::from_ref(table.slot(LOCK).expect("it has one now")).addr();
        assert_eq!(mine, found);
        let other = std::thread::spawn(|| {
            core::ptr::from_ref(Table::own().claim(LOCK).expect("there is room")).addr()
        });
        assert!(mine.abs_diff(other.join().unwrap()) >= 128);
    }

    #[test]
    fn marks_are_counted_and_evicted() {
        let table = Table::own();
        let slot = table.claim(LOCK).expect("there is room");
        let (mark, other) = (7 << 32 | 1, 8 << 32 | 1);
        assert!(slot.announce(mark));
        assert!(!slot.announce(other), "it is taken");
        let count = |mark| table.occupied(LOCK, mark).count();
        assert_eq!((count(mark), count(other)), (1, 0));
        assert!(!slot.leave(other));
        assert!(slot.leave(mark));
        assert_eq!(count(mark), 0);
        let none = table.occupied(LOCK, mark);
        assert!(slot.announce(mark));
        table.evict(LOCK, mark, none);
        assert_eq!(count(mark), 1);
        table.evict(LOCK, mark, table.occupied(LOCK, mark));
        assert_eq!(count(mark), 0);
        assert!(!slot.leave(mark) && !slot.announce(other));
        assert!(table.claim(LOCK).is_some_and(|slot| slot.announce(other)));
        assert!(slot.leave(other) && !slot.tidy());
    }

    #[test]
    fn a_hint_is_cleared_by_its_lock_alone() {
        let table = Table::own();
        // Another address than that of any lock in the other tests.
        let lock = 0x10;
        assert!(!table.has_hint(lock));
        table.set_hint(lock, 9);
        table.clear_hint(lock, 17);
        assert!(table.has_hint(lock));
        table.clear_hint(lock, 9);
        assert!(!table.has_hint(lock));
    }

    #[test]
    fn periods_do_not_come_again() {
        let table = Table::own();
        let first = table.new_period();
        assert!(first != 0 && table.new_period() != first);
    }

    /// How many different numbers the last of these functions gives for `count`
    /// addresses.
    fn different(count: usize, number: impl Fn(usize) -> usize) -> usize {
        let numbers: std::collections::BTreeSet<_> = (0..count).map(number).collect();
        numbers.len()
    }

    #[test]
    fn locks_of_an_array_have_different_columns_and_hints() {
        for size in [56, 64, 72, 80, 96, 128, 192, 256, 320, 512, 1024, 4096] {
            let columns = different(COLUMNS, |index| spread(LOCK + index * size, COLUMN_BITS));
            assert!(columns >= 7, "{size}: {columns} of {COLUMNS}");
            let hints = different(256, |index| spread(LOCK + index * size, HINT_BITS));
            assert!(hints >= 192, "{size}: {hints} of 256");
        }
    }

    #[test]
    fn threads_have_different_first_rows() {
        for stack in [
            16 << 10,
            20 << 10,
            64 << 10,
            256 << 10,
            1 << 20,
            2 << 20,
            8 << 20,
            (8 << 20) + 4096,
        ] {
            let top = 0x7fff_f7d8_a740_usize;
            let rows = different(64, |index| first_row((top - index * stack) as u64));
            assert!(rows >= 60, "{stack}: {rows} of 64");
        }
    }
}
