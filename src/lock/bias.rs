// SPDX-License-Identifier: MIT OR Apache-2.0
//! The lock's part in readers that do not touch it; the other part is
//! [`bias`](crate::bias).
//!
//! A lock that is read often, and sooner if by several threads, and not written
//! meanwhile, is biased: its state says so by [`BIASED`], and the word `bias` is *open*. A
//! reader then comes in by its slot of the table. Whoever wants to write *closes*
//! the bias and waits for those that came in so; new readers come by the state,
//! and every rule about turns is as it is without a bias. The writer that comes
//! in ends the bias, and the lock learns anew.
//!
//! | word   | [`BIASED`] | readers that come | to |
//! | ------ | ---------- | ----------------- | --- |
//! | off    | no         | by the state      | opening: by a reader that is in the count, if the lock is worth it |
//! | opening | from now on | by the state    | open, by the same reader before it leaves; or closed |
//! | open   | yes        | by slots          | closed: by whoever wants to write |
//! | closed | yes        | by the state      | off: by the writer that has come in; or opening, for a new time: by a reader that is in the count, if the slots are empty |
//!
//! **Who is inside** are the count in the state and the slots with the bias's
//! mark, together. Each step changes one of the two by one. A hold that one
//! thread took in its slot may be given back by another: that one cannot clear
//! the slot, as its thread may be about to do so, and takes one from the count
//! instead, which may so be less than 0. It never is without [`BIASED`].
//!
//! **Coming in to write** is a step from a state in which the count and the slots
//! were 0 together. The slots are not in the state, so it may be that very state
//! again while the lock had been off and open since. But then the word is another:
//! each time has a new number. So the writer looks at it once more when it is
//! inside, and if it is not the one whose slots it has seen, goes out again at
//! once. Inside, nobody can change it: that takes a reader.
//!
//! Whoever is ready to wait says so in the state before it looks at slots. Then the
//! lock is not opened again, and this does not happen.
//!
//! **Waiting for slots.** A reader that leaves its slot looks at the word before. If
//! it is not open, it goes by way of the count, and wakes whoever waits as any
//! reader does. It may have looked just before the word was closed, and after it
//! has left there may be no lock any more to look at. So writers that wait for
//! slots look again by themselves; see `Wait::poll_ns`.

use core::ptr;

use super::state::{BIASED, Left, SEEKER, State, UPGRADE, WRITER, class};
use super::{Outcome, RswLock, tuning};
use crate::atomics::{
    Ordering::{self, Acquire, Relaxed, Release, SeqCst},
    fence,
};
use crate::bias::{Occupied, Slot, Table};
use crate::park::{self, Count, Scope};

/// The low bits of the word; neither is off.
const OPEN: u64 = 1;
const CLOSED: u64 = 2;
const OPENING: u64 = OPEN | CLOSED;
const PHASE: u64 = OPEN | CLOSED;

/// What stands in slots while the word is open.
#[inline(always)]
const fn mark(word: u64) -> u64 {
    word & !PHASE | OPEN
}

/// A time for which a lock was biased, as somebody saw it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Period {
    word: u64,
    table: *const Table,
}

impl Period {
    const fn phase(self) -> u64 {
        self.word & PHASE
    }
}

/// Who keeps a writer out, as somebody saw it.
#[derive(Clone, Copy)]
pub(super) struct Inside {
    /// The count of the state.
    counted: i64,
    /// The bias, if the state had one.
    bias: Option<(Period, Slots)>,
}

/// Slots with the mark of a bias.
#[derive(Clone, Copy)]
enum Slots {
    None,
    Some(Occupied),
}

impl Slots {
    fn count(self) -> i64 {
        match self {
            Self::None => 0,
            Self::Some(occupied) => occupied.count(),
        }
    }
}

impl Inside {
    /// Readers inside.
    pub(super) fn readers(self) -> i64 {
        self.counted + self.bias.map_or(0, |(_, slots)| slots.count())
    }
}

/// Whether a reader came in by its slot.
pub(super) enum BySlot {
    Yes,
    /// The slot is taken, but the word is not the one that is in it any more.
    TooLate(u64),
    No,
}

/// How the step of somebody who wants to be the writer ended.
pub(super) enum Entry {
    In,
    /// Readers were there after all. Everything is as before, but a thread that was
    /// counted as waiting is not any more.
    Out,
    /// The state was another.
    Lost(State),
}

impl RswLock {
    #[inline(always)]
    fn address(&self) -> usize {
        ptr::from_ref(self).addr()
    }

    /// Where this lock and a table are, as it stands in the word while it is open.
    /// Both addresses are multiples of 8.
    #[inline(always)]
    fn place(&self, table: *const Table) -> u32 {
        (self.address() ^ table.addr()) as u32 | OPEN as u32
    }

    /// Whether to look, before anything else, if readers come in by slots.
    #[inline(always)]
    pub(super) fn may_be_open(&self) -> bool {
        Table::own().has_hint(self.address())
    }

    /// Comes in by the slot of this thread, if readers do and it is easily found.
    #[inline(always)]
    pub(super) fn enter_by_slot(&self) -> BySlot {
        // Relaxed: says what to announce.
        let word = self.bias.load(Relaxed);
        if self.opens_to_us(word) {
            if let Some(slot) = Table::own().slot(self.address()) {
                return self.announce(slot, word);
            }
        }
        BySlot::No
    }

    /// The same for a thread that may have no slot yet.
    #[cold]
    #[inline(never)]
    pub(super) fn enter_by_new_slot(&self) -> bool {
        let word = self.bias.load(Relaxed);
        if self.opens_to_us(word) {
            if let Some(slot) = Table::own().claim(self.address()) {
                return match self.announce(slot, word) {
                    BySlot::Yes => {
                        // Another lock may have had the hint for its own, and cleared it.
                        if !self.may_be_open() {
                            Table::own().set_hint(self.address(), self.place(Table::own()));
                        }
                        true
                    }
                    BySlot::TooLate(word) => self.withdraw(word),
                    BySlot::No => false,
                };
            }
        }
        false
    }

    /// Whether readers may come in by this library's table.
    #[inline(always)]
    fn opens_to_us(&self, word: u64) -> bool {
        word as u32 == self.place(Table::own())
    }

    #[inline(always)]
    fn announce(&self, slot: &Slot, word: u64) -> BySlot {
        if !slot.announce(word) {
            return BySlot::No;
        }
        // SeqCst: see the fence in `crate::bias`. Acquire: pairs with the release of
        // the reader that opened it, and so of every writer before that one.
        if self.bias.load(SeqCst) == word {
            BySlot::Yes
        } else {
            BySlot::TooLate(word)
        }
    }

    /// Gives back a slot that was taken too late; true if that is not possible,
    /// because a signal handler that read meanwhile gave it back, and left its own
    /// hold, which is in the count, instead.
    #[cold]
    pub(super) fn withdraw(&self, word: u64) -> bool {
        let slot = Table::own().find(self.address());
        if !slot.is_some_and(|slot| slot.leave(word)) {
            return true;
        }
        // Whoever closed it may have seen the mark and sleep now.
        wake_writer(&raw const self.state);
        false
    }

    /// Leaves by the slot of this thread, if the lock is open, and the slot easily
    /// found.
    #[inline(always)]
    pub(super) fn leave_by_slot(&self) -> bool {
        // Relaxed: as long as the mark is in the slot, the word changes from open to
        // closed alone. If that is missed here, the writer polls.
        let word = self.bias.load(Relaxed);
        // From the leave on the lock may be gone.
        self.opens_to_us(word)
            && Table::own()
                .slot(self.address())
                .is_some_and(|slot| slot.leave(word))
    }

    /// Takes the hold of this lock out of the slot of this thread; true if there was
    /// one and the caller has left.
    ///
    /// If the lock is not open any more, somebody may wait: the hold goes to the
    /// count, and has to be given back there, which wakes whoever waits.
    #[cold]
    #[inline(never)]
    pub(super) fn leave_by_any_slot(&self) -> bool {
        let Some(slot) = Table::own().find(self.address()) else {
            return false;
        };
        // Relaxed: as above.
        let word = self.bias.load(Relaxed);
        if word & PHASE == OPEN {
            return slot.leave(mark(word));
        }
        if !slot.holds(mark(word)) {
            return false;
        }
        let mut seen = self.look();
        loop {
            let Some(next) = seen.with_one_more() else {
                // No room; the writer polls.
                return slot.leave(mark(word));
            };
            // Relaxed: gives nothing, and gets nothing that this thread does not have.
            match self.step(seen, next, Relaxed) {
                Ok(()) => break,
                Err(found) => seen = found,
            }
        }
        if !slot.leave(mark(word)) {
            // A signal handler gave it back meanwhile, and left its own hold in the
            // count instead. One of the two is given back here, the other by the caller.
            let _ = self.drop_counted_r();
        }
        false
    }

    /// Whether somebody may have come in by a slot and not left.
    #[inline(always)]
    pub(super) fn may_have_slots(&self) -> bool {
        // Relaxed: whoever has a hold in a slot has seen the word open, and it is not
        // off before all have left.
        self.bias.load(Relaxed) & PHASE != 0
    }

    /// Said by a reader that came in by the state.
    #[inline(always)]
    pub(super) fn note_reader(&self) -> Outcome {
        let reads = self.owner.read_by_me();
        if reads >= tuning::bias_after() {
            self.learn(reads)
        } else {
            Ok(())
        }
    }

    #[cold]
    #[inline(never)]
    fn learn(&self, reads: u32) -> Outcome {
        // If it cannot be, nobody need ask again soon.
        self.owner.forget_reads();
        if tuning::is_biased_after(reads) && matches!(self.scope(), Scope::Process) {
            self.open();
        }
        Ok(())
    }

    /// Biases the lock, unless it is or somebody waits. The caller is a reader that
    /// came in by the state, so no writer comes in meanwhile.
    fn open(&self) {
        let before = self.period();
        let is_open = before.phase() & OPEN != 0 && self.is_about_us(before);
        if is_open || self.slots(before).count() != 0 || !self.look().has_readers_alone() {
            return;
        }
        // Once for all: a word that is open in one copy of this library is not to be
        // held against the table of another.
        let table = ptr::from_ref(Table::own()).expose_provenance() as u64;
        match self.table.compare_exchange(0, table, Relaxed, Relaxed) {
            Ok(_) => {}
            Err(found) if found == table => {}
            Err(_) => return,
        }
        let table = Table::own();
        let open = u64::from(table.new_period()) << 32 | u64::from(self.place(table));
        let opening = open | OPENING;
        if self.replace_word(before.word, opening, Relaxed).is_err() {
            return;
        }
        let mut seen = self.look();
        // Release: who sees that it is biased must see the word and the table.
        while let Err(found) = self.step(seen, seen.with(BIASED), Release) {
            seen = found;
        }
        // Somebody began to wait: as closed, in which it has been for nobody.
        let phase = if seen.has_readers_alone() {
            OPEN
        } else {
            CLOSED
        };
        // Release: those that come in by slots must see what this reader does, and
        // that it is biased. An error says that somebody has closed it already.
        if self
            .replace_word(opening, opening & !PHASE | phase, Release)
            .is_ok()
        {
            table.set_hint(self.address(), self.place(table));
        }
    }

    fn replace_word(&self, word: u64, next: u64, order: Ordering) -> Result<u64, u64> {
        self.bias.compare_exchange(word, next, order, Relaxed)
    }

    fn period(&self) -> Period {
        Period {
            word: self.bias.load(SeqCst),
            table: ptr::with_exposed_provenance(self.table.load(Relaxed) as usize),
        }
    }

    /// Whether it is this lock that is, or was, biased, and not one that it is a
    /// copy of.
    fn is_about_us(&self, period: Period) -> bool {
        mark(period.word) as u32 == self.place(period.table)
    }

    /// The table that goes with a period of this lock.
    fn table(&self, period: Period) -> Option<&Table> {
        if period.phase() == 0 || !self.is_about_us(period) {
            return None;
        }
        // SAFETY: the address of the table that the lock was biased with, as its word
        // confirms: this library's, or that of a copy of it, which stays.
        Some(unsafe { &*period.table })
    }

    /// The slots with holds of this lock.
    fn slots(&self, period: Period) -> Slots {
        match self.table(period) {
            Some(table) => Slots::Some(table.occupied(self.address(), mark(period.word))),
            None => Slots::None,
        }
    }

    /// No reader comes in by a slot any more.
    fn close(&self) -> Period {
        loop {
            let period = self.period();
            if period.phase() & OPEN == 0 {
                return period;
            }
            let word = period.word & !PHASE | CLOSED;
            // SeqCst: see the fence in `crate::bias`.
            if self.replace_word(period.word, word, SeqCst).is_ok() {
                return Period { word, ..period };
            }
        }
    }

    /// Who is inside, as far as it matters that somebody is. Nothing is changed,
    /// and those who come and go meanwhile may be missed.
    pub(super) fn glance_inside(&self, seen: State) -> Inside {
        self.inside(seen, Self::period)
    }

    /// Who has to leave before a writer can come in from the state `seen`. Nobody
    /// new comes in by a slot.
    pub(super) fn wait_for_readers(&self, seen: State) -> Inside {
        self.inside(seen, Self::close)
    }

    fn inside(&self, seen: State, period: fn(&Self) -> Period) -> Inside {
        let counted = seen.readers();
        let bias = seen.has(BIASED).then(|| {
            // Pairs with the release in `open`: `seen` came of a relaxed load.
            fence(Acquire);
            let period = period(self);
            (period, self.slots(period))
        });
        Inside { counted, bias }
    }

    /// Whether some reader is inside: for one that has a hold that is not in its own
    /// slot. The lock is closed then, if that is not known from the state alone.
    pub(super) fn has_readers(&self) -> bool {
        loop {
            let word = self.bias.load(Relaxed);
            let seen = self.look();
            let mut readers = self.wait_for_readers(seen).readers();
            if seen.has(WRITER) && readers <= 0 {
                // It may be one that is about to go out again; see `enter_w`.
                fence(Acquire);
                readers += self.slots(self.period()).count();
            }
            if readers > 0 {
                return true;
            }
            // A hold may have gone from a slot to the count meanwhile. The acquire of the
            // slot pairs with the release of that step. It cannot have gone back, unless
            // the word is another.
            let same = self.bias.load(Relaxed) ^ word;
            if self.look() == seen && same & !PHASE == 0 {
                return false;
            }
        }
    }

    /// Comes in as the writer, from a state in which nobody was inside.
    pub(super) fn enter_w(&self, seen: State, next: State, inside: Inside) -> Entry {
        if let Err(found) = self.enter(seen, next) {
            return Entry::Lost(found);
        }
        let Some((period, slots)) = inside.bias else {
            return Entry::In;
        };
        if self.period() != period {
            self.go_out_again(seen);
            return Entry::Out;
        }
        if let Some(table) = self.table(period) {
            table.clear_hint(self.address(), mark(period.word) as u32);
            if let Slots::Some(occupied) = slots {
                // Their holds were given back by others, or are the caller's own. An
                // announcement that came too late is not among them: with it, readers
                // would have been too many.
                table.evict(self.address(), mark(period.word), occupied);
            }
        }
        // Relaxed: this thread's release publishes it.
        self.bias.store(period.word >> 32 << 32, Relaxed);
        Entry::In
    }

    /// Undoes a step from `seen` in which the caller became the writer.
    ///
    /// Only those end here who would rather not wait. In between the state said that
    /// there was a writer, so whoever slept for that is woken.
    #[cold]
    fn go_out_again(&self, seen: State) {
        let also = seen.0 & (SEEKER | UPGRADE);
        let mut now = self.look();
        loop {
            let back = now
                .with_readers(now.readers() + seen.readers())
                .without(WRITER)
                .with(BIASED | also);
            match self.leave(now, back, Left::Writer) {
                Ok(()) => break,
                Err(found) => now = found,
            }
        }
        let sleepers = class::READERS | class::SEEKERS | class::WRITERS | class::UPGRADER;
        park::wake(&raw const self.state, sleepers, Count::All, Scope::Process);
    }

    /// The lock comes to its end.
    pub fn forget_bias(&self) {
        let period = self.period();
        if let Some(table) = self.table(period) {
            table.clear_hint(self.address(), mark(period.word) as u32);
        }
    }
}

/// Wakes whoever sleeps until slots are empty. The lock may be gone by now.
#[cold]
#[inline(never)]
fn wake_writer(state: *const crate::atomics::AtomicU64) {
    if !park::wake(state, class::UPGRADER, Count::One, Scope::Process) {
        park::wake(state, class::WRITERS, Count::One, Scope::Process);
    }
}
