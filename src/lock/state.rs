// SPDX-License-Identifier: MIT OR Apache-2.0
//! The lock's state: who is inside, who waits, whose turn it is.
//!
//! One 64-bit word, changed by compare-and-swap alone. The lower half counts
//! the readers inside; the upper half has all else and is what sleepers sleep
//! on: see [`park`](crate::park) for what that asks of each transition. Here
//! are the rules: whom a state admits ([`State::admits_reader`] and its like),
//! and whom to wake in a state that somebody just left ([`State::pass_on`]).
//!
//! | bits  | meaning |
//! | ----- | ------- |
//! | 0-28  | readers inside that came by this word, less those that left by it; see `bias` for when that is less than 0 |
//! | 32    | a writer is inside |
//! | 33    | a seeker is inside |
//! | 34    | that seeker sleeps until the readers are gone, to become the writer |
//! | 35    | the next turn belongs to a waiting writer: newcomers stay out |
//! | 36    | the next turn belongs to sleeping readers or seekers: writers stay out |
//! | 37    | readers may be asleep |
//! | 38    | seekers may be asleep |
//! | 39    | a writer was woken and has neither come in nor fallen asleep again |
//! | 40    | the count of readers is not zero: for those who sleep until it is |
//! | 41    | there may be readers inside that are not in the count: see `bias` |
//! | 42-63 | writers that wait and have said so; as many as Linux can have threads |

use super::{Preference, Refusal};
use crate::park::Count;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct State(pub(super) u64);

/// The count of readers, in two's complement.
pub(super) const READERS: u64 = (1 << 29) - 1;
const READERS_MAX: i64 = (1 << 28) - 1;
pub(super) const WRITER: u64 = 1 << 32;
pub(super) const SEEKER: u64 = 1 << 33;
pub(super) const UPGRADE: u64 = 1 << 34;
pub(super) const WRITERS_TURN: u64 = 1 << 35;
pub(super) const SHARED_TURN: u64 = 1 << 36;
pub(super) const READERS_ASLEEP: u64 = 1 << 37;
pub(super) const SEEKERS_ASLEEP: u64 = 1 << 38;
pub(super) const WRITER_WOKEN: u64 = 1 << 39;
const READERS_INSIDE: u64 = 1 << 40;
pub(super) const BIASED: u64 = 1 << 41;
const WAITER: u64 = 1 << 42;
pub(super) const WAITERS: u64 = u64::MAX << 42;

/// The kinds of sleepers, as the futex tells them apart.
pub(super) mod class {
    pub(crate) const READERS: u32 = 1;
    pub(crate) const SEEKERS: u32 = 2;
    pub(crate) const WRITERS: u32 = 4;
    pub(crate) const UPGRADER: u32 = 8;
}

/// What somebody who asks to come in may claim.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// Nothing: turns of others come first.
    New,
    /// A turn: has waited for one, or for longer than anybody has to.
    Due,
}

/// Who left the lock, or the queue before it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    Writer,
    Other,
}

/// Whom to wake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wake {
    pub(super) classes: u32,
    pub(super) count: Count,
}

impl State {
    pub(super) const FREE: Self = Self(0);
    pub(super) const ONE_READER: Self = Self(1 | READERS_INSIDE);
    pub(super) const ONE_WRITER: Self = Self(WRITER);

    pub(super) const fn has(self, bits: u64) -> bool {
        self.0 & bits != 0
    }

    pub(super) const fn with(self, bits: u64) -> Self {
        Self(self.0 | bits)
    }

    pub(super) const fn without(self, bits: u64) -> Self {
        Self(self.0 & !bits)
    }

    /// The count of readers.
    pub(super) const fn readers(self) -> i64 {
        const UNUSED: u32 = READERS.leading_zeros();
        ((self.0 << UNUSED) as i64) >> UNUSED
    }

    /// The same with another count.
    pub(super) const fn with_readers(self, count: i64) -> Self {
        let others = self.without(READERS | READERS_INSIDE);
        let inside = if count == 0 { 0 } else { READERS_INSIDE };
        others.with(count as u64 & READERS | inside)
    }

    /// The half that sleepers sleep on.
    pub(super) const fn upper(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// Whether writers wait and newcomers need not mind.
    pub(super) const fn waits_without_turn(self) -> bool {
        self.has(WAITERS) && !self.has(WRITERS_TURN)
    }

    /// Whether nobody is inside, as far as this word knows: if it is
    /// [`BIASED`], there may be readers.
    pub(super) const fn is_free(self) -> bool {
        !self.has(SEEKER | WRITER) && self.readers() <= 0
    }

    /// A newcomer leaves the next turn to a waiting writer or upgrader. With
    /// the two preferences that hold readers back, any waiting writer will do.
    pub(super) const fn admits_reader(self, standing: Standing, preference: Preference) -> bool {
        if self.has(WRITER) {
            return false;
        }
        match standing {
            Standing::Due => true,
            Standing::New => {
                let waited_for = if preference.holds_readers_back() {
                    WRITERS_TURN | UPGRADE | WAITERS
                } else {
                    WRITERS_TURN | UPGRADE
                };
                !self.has(waited_for)
            }
        }
    }

    pub(super) const fn admits_seeker(self, standing: Standing) -> bool {
        if self.has(WRITER | SEEKER) {
            return false;
        }
        match standing {
            Standing::Due => true,
            Standing::New => !self.has(WRITERS_TURN | SHARED_TURN),
        }
    }

    /// `standing` is [`Due`](Standing::Due) for a writer that is counted as
    /// waiting.
    pub(super) const fn admits_writer(self, standing: Standing) -> bool {
        if !self.is_free() || self.has(SHARED_TURN) {
            return false;
        }
        match standing {
            Standing::Due => true,
            Standing::New => !self.has(WRITERS_TURN),
        }
    }

    /// One more in the count of readers, if there is room.
    pub(super) const fn with_one_more(self) -> Option<Self> {
        if self.readers() == READERS_MAX {
            return None;
        }
        Some(self.with_readers(self.readers() + 1))
    }

    /// The state after a reader came in; an error if there are too many.
    pub(super) const fn with_reader(self) -> Result<Self, Refusal> {
        match self.with_one_more() {
            Some(next) => Ok(next.without(SHARED_TURN)),
            None => Err(Refusal::TooManyReaders),
        }
    }

    /// The state after a reader left; there is one.
    pub(super) const fn without_reader(self) -> Self {
        self.with_readers(self.readers() - 1)
    }

    /// Whether there is nothing to say but how many readers are inside.
    pub(super) const fn has_readers_alone(self) -> bool {
        self.0 & !(READERS | READERS_INSIDE | BIASED) == 0
    }

    /// The state after a writer came in, that was not counted as waiting. If it
    /// was [`BIASED`], that has ended.
    pub(super) const fn with_writer(self) -> Self {
        self.with_readers(0).without(BIASED).with(WRITER)
    }

    /// The state after a writer said that it waits, and before it sleeps: the
    /// mark of a woken one must not be in the state that it sleeps on, which
    /// could come again with nobody awake. Whoever is inside wakes one more.
    pub(super) const fn with_waiter(self) -> Self {
        Self(self.0 + WAITER).without(WRITER_WOKEN)
    }

    /// The state after a seeker came in.
    pub(super) const fn with_seeker(self) -> Self {
        self.with(SEEKER).without(SHARED_TURN)
    }

    /// The state after a writer that was counted as waiting came in.
    pub(super) const fn admit_waiter(self) -> Self {
        Self(self.0 - WAITER)
            .without(WRITERS_TURN | WRITER_WOKEN)
            .with_writer()
    }

    /// One waiting writer less; the last takes its turn with it.
    pub(super) const fn give_up_waiting(self) -> Self {
        let next = Self(self.0 - WAITER).without(WRITER_WOKEN);
        if next.has(WAITERS) {
            next
        } else {
            next.without(WRITERS_TURN)
        }
    }

    /// Chooses whom to wake in this state, in which somebody just left or gave
    /// up waiting; the state then says that they have been.
    ///
    /// Whoever is woken changes the upper half, so a thread that is about to
    /// fall asleep in the state before does not.
    pub(super) const fn pass_on(self, left: Left, preference: Preference) -> (Self, Option<Wake>) {
        if self.has(WRITER) {
            return (self, None);
        }
        // Only the seeker inside can go on, and newcomers wait for it.
        if self.has(UPGRADE) {
            // It keeps the mark until it is in, or readers would come in before.
            let wake = Wake {
                classes: class::UPGRADER,
                count: Count::One,
            };
            let gone = self.readers() <= 0;
            return (self, if gone { Some(wake) } else { None });
        }
        let guests = self.guests(left, preference);
        let writer = self.has(WAITERS) && self.admits_writer(Standing::Due);
        let guests_first = matches!(left, Left::Writer) && preference.alternates();
        if guests != 0 && (guests_first || !writer) {
            let mut classes = 0;
            if guests & READERS_ASLEEP != 0 {
                classes |= class::READERS;
            }
            if guests & SEEKERS_ASLEEP != 0 {
                classes |= class::SEEKERS;
            }
            let wake = Wake {
                classes,
                count: Count::All,
            };
            (self.without(guests), Some(wake))
        } else if writer && !self.has(WRITER_WOKEN) {
            let wake = Wake {
                classes: class::WRITERS,
                count: Count::One,
            };
            (self.with(WRITER_WOKEN), Some(wake))
        } else {
            (self, None)
        }
    }

    /// Those of the flags for sleeping readers and seekers whose sleepers this
    /// state would admit. Whoever slept because of a writer need not mind whose
    /// turn comes after it.
    const fn guests(self, left: Left, preference: Preference) -> u64 {
        let turn_is_free =
            matches!(left, Left::Writer) || !self.has(WRITERS_TURN) || self.has(SHARED_TURN);
        if !turn_is_free {
            return 0;
        }
        let mut guests = self.0 & READERS_ASLEEP;
        if preference.is_strict() && self.has(WAITERS) {
            guests = 0;
        }
        if !self.has(SEEKER) {
            guests |= self.0 & SEEKERS_ASLEEP;
        }
        guests
    }
}
