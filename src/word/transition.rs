// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every change of a lock word, as a table of constants.
//!
//! A transition adds a constant to the word. Those that can be refused are an
//! [`Entry`]: they name the fields that must be zero, and they are made by
//! compare-and-swap from a word that passed the test. So a word only ever goes
//! from one valid state to another; nothing is added first and taken back
//! later, no count can run into its neighbour, and no state is seen that nobody
//! meant. Those that cannot be refused are plain numbers for an addition or a
//! subtraction.
//!
//! The states of somebody alone in the lock:
//!
//! | state | word       | who                                               |
//! | ----- | ---------- | ------------------------------------------------- |
//! | U     | 0          | nobody                                            |
//! | R     | R1         | a reader                                          |
//! | S     | S1+R1      | the seeker: a reader who may become the writer    |
//! | W     | W1+S1+R1   | the writer, alone once R counts 1                 |
//! | A     | W1         | an atomic writer, beside others of its kind       |
//! | J     | W1+R1      | joined: alone, or once all readers joined (W = R) |
//! | C     | W1+S1+R1   | claiming: J after the start signal                |
//!
//! Who is let in while somebody else holds the lock is the compatibility
//! matrix, which the assertions below evaluate against the table.

use super::layout::Layout;

/// A transition that the state of the word may forbid.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    /// What is added to the word (modulo its width).
    pub add: u64,
    /// Fields that must be zero.
    pub blocked: u64,
    /// The field, if any, that grows by one and must not be full.
    counted: u64,
    /// `blocked`, and the top bit of the counted field: a word that passes this
    /// one test is admitted for certain, because its count is not even half
    /// full. The fast paths use it and leave the rest to the slow ones.
    pub blocked_fast: u64,
}

impl Entry {
    /// `counted` is the field that `add` grows and `blocked` does not pin to
    /// zero, or 0.
    const fn new(add: u64, blocked: u64, counted: u64) -> Self {
        Self {
            add,
            blocked,
            counted,
            blocked_fast: blocked | top_bit(counted),
        }
    }

    /// Whether the transition may be made from `word`.
    #[inline(always)]
    pub(crate) const fn admits(&self, word: u64) -> bool {
        word & self.blocked == 0 && has_room(word, self.counted)
    }
}

const fn top_bit(field: u64) -> u64 {
    field & !(field >> 1)
}

/// Whether `field` can grow by one; true for no field at all.
#[inline(always)]
const fn has_room(word: u64, field: u64) -> bool {
    field == 0 || word & field != field
}

/// The transitions of one word width.
///
/// A name that ends in `_now` is the form of a `try_`: it is refused where the
/// other one would claim the lock and wait for readers.
#[derive(Clone, Copy)]
pub(crate) struct Transitions {
    // Who comes in.
    pub read: Entry,
    pub seek: Entry,
    /// Claims the lock for a writer; readers may still be inside.
    pub write: Entry,
    pub write_now: Entry,
    /// Lines a writer up behind a seeker: no new reader, seeker or writer gets
    /// in any more, yet the seeker can finish, upgrade included.
    pub park: Entry,
    /// Turns a parked writer, once R is zero, into one that has claimed.
    pub unpark: u64,
    pub atomic: Entry,
    /// Claims the lock for A while readers are inside, in the shape of one more
    /// joined reader (see `atomic.rs`).
    pub atomic_claim: Entry,
    /// Claims the lock for an exclusive J.
    pub join: Entry,
    pub join_now: Entry,

    // Who is inside and changes state.
    pub read_to_seek: Entry,
    pub read_to_write_now: Entry,
    pub read_to_atomic_now: Entry,
    pub read_to_join: Entry,
    pub seek_to_write: u64,
    pub write_to_seek: u64,
    pub write_to_read: u64,
    pub seek_to_read: u64,
    pub atomic_to_read: u64,
    pub atomic_to_join: u64,
    pub join_to_claim: u64,

    // Who leaves: what R, S, W, A and J subtract.
    pub hold_r: u64,
    pub hold_s: u64,
    pub hold_w: u64,
    pub hold_a: u64,
    pub hold_j: u64,
}

impl Transitions {
    /// The table for words of `bits` bits.
    pub(crate) const fn of(bits: u32) -> Self {
        let l = Layout::of(bits);
        let (r, s, w) = (l.r_one, l.s_one, l.w_one);
        let none = 0;
        Self {
            read: Entry::new(r, l.w_any, l.r_any),
            seek: Entry::new(s + r, l.w_any | l.s_any, l.r_any),
            write: Entry::new(w + s + r, l.w_any | l.s_any, l.r_any),
            write_now: Entry::new(w + s + r, l.w_any | l.s_any | l.r_any, none),
            park: Entry::new(w + s, l.w_any | (l.s_any & !s), none),
            unpark: r,
            atomic: Entry::new(w, l.s_any | l.r_any, l.w_any),
            atomic_claim: Entry::new(w + r, l.w_any | l.s_any, l.r_any),
            join: Entry::new(w + r, l.w_any | l.s_any, l.r_any),
            join_now: Entry::new(w + r, l.w_any | l.s_any | l.r_any, none),

            read_to_seek: Entry::new(s, l.w_any | l.s_any, none),
            read_to_write_now: Entry::new(w + s, l.w_any | l.s_any | l.r_many(), none),
            read_to_atomic_now: Entry::new(w.wrapping_sub(r), l.s_any | l.r_many(), l.w_any),
            read_to_join: Entry::new(w, l.s_any, l.w_any),
            seek_to_write: w,
            write_to_seek: w,
            write_to_read: w + s,
            seek_to_read: s,
            atomic_to_read: r.wrapping_sub(w),
            atomic_to_join: r,
            join_to_claim: s,

            hold_r: r,
            hold_s: s + r,
            hold_w: w + s + r,
            hold_a: w,
            hold_j: w + r,
        }
    }
}

/// The compatibility matrix: what each holder, alone, does to each comer.
/// Rows are what is held, columns whether R, S, W, A, J may come in at once.
const MATRIX: [(Held, [bool; 5]); 7] = {
    use Held::{A, C, J, R, S, U, W};
    [
        (U, [true, true, true, true, true]),
        (R, [true, true, false, false, false]),
        (S, [true, false, false, false, false]),
        (W, [false; 5]),
        (A, [false, false, false, true, false]),
        (J, [false; 5]),
        (C, [false; 5]),
    ]
};

#[derive(Clone, Copy)]
enum Held {
    U,
    R,
    S,
    W,
    A,
    J,
    C,
}

const fn matrix_holds(bits: u32) -> bool {
    let t = Transitions::of(bits);
    let app = Layout::of(bits).app;
    let entries = [t.read, t.seek, t.write_now, t.atomic, t.join_now];
    let mut row = 0;
    while row < MATRIX.len() {
        let (held, expected) = MATRIX[row];
        let word = match held {
            Held::U => 0,
            Held::R => t.hold_r,
            Held::S => t.hold_s,
            Held::W => t.hold_w,
            Held::A => t.hold_a,
            Held::J => t.hold_j,
            Held::C => t.hold_j + t.join_to_claim,
        };
        let mut column = 0;
        while column < entries.len() {
            let entry = entries[column];
            // The application's bits must change nothing, and the fast test
            // must agree with the full one where no count is near its limit.
            if entry.admits(word) != expected[column]
                || entry.admits(word | app) != expected[column]
                || (word & entry.blocked_fast == 0) != expected[column]
            {
                return false;
            }
            column += 1;
        }
        row += 1;
    }
    true
}

/// What is left after each way in and the matching way out is nothing.
const fn balances(bits: u32) -> bool {
    let t = Transitions::of(bits);
    t.read.add == t.hold_r
        && t.seek.add == t.hold_s
        && t.write.add == t.hold_w
        && t.write_now.add == t.hold_w
        && t.park.add + t.unpark == t.hold_w
        && t.atomic.add == t.hold_a
        && t.atomic_claim.add - t.hold_r == t.hold_a
        && t.join.add == t.hold_j
        && t.join_now.add == t.hold_j
        && t.hold_r + t.read_to_seek.add == t.hold_s
        && t.hold_r + t.read_to_write_now.add == t.hold_w
        && t.hold_r.wrapping_add(t.read_to_atomic_now.add) == t.hold_a
        && t.hold_r + t.read_to_join.add == t.hold_j
        && t.hold_s + t.seek_to_write == t.hold_w
        && t.hold_w - t.write_to_seek == t.hold_s
        && t.hold_w - t.write_to_read == t.hold_r
        && t.hold_s - t.seek_to_read == t.hold_r
        && t.hold_a.wrapping_add(t.atomic_to_read) == t.hold_r
        && t.hold_a + t.atomic_to_join == t.hold_j
}

/// A claim keeps every newcomer out but leaves those inside their way on.
const fn claims_close_the_door(bits: u32) -> bool {
    let t = Transitions::of(bits);
    let claimed = [
        t.hold_r + t.write.add,
        t.hold_s + t.park.add,
        t.park.add,
        t.hold_r + t.atomic_claim.add,
        t.hold_r + t.join.add,
        // One A left and one that waits to be a reader.
        t.hold_a + t.hold_r + Layout::of(bits).draining(),
    ];
    let newcomers = [
        t.read,
        t.seek,
        t.write,
        t.park,
        t.atomic,
        t.atomic_claim,
        t.join,
    ];
    let mut i = 0;
    while i < claimed.len() {
        let mut j = 0;
        while j < newcomers.len() {
            if newcomers[j].admits(claimed[i]) {
                return false;
            }
            j += 1;
        }
        i += 1;
    }
    // A writer can line up behind a seeker, and behind nobody else.
    t.park.admits(t.hold_s) && !t.park.admits(t.hold_w) && !t.park.admits(t.hold_s + t.park.add)
}

/// A full count admits nobody more.
const fn limits_hold(bits: u32) -> bool {
    let l = Layout::of(bits);
    let t = Transitions::of(bits);
    let nearly = l.r_any - l.r_one;
    t.read.admits(nearly)
        && !t.read.admits(l.r_any)
        && t.seek.admits(nearly)
        && !t.seek.admits(l.r_any)
        && !t.write.admits(l.r_any)
        && !t.join.admits(l.r_any)
        && !t.atomic_claim.admits(l.r_any)
        && t.atomic.admits(l.w_any - l.w_one)
        && !t.atomic.admits(l.w_any)
        && !t.read_to_atomic_now.admits(l.w_any | l.r_one)
}

const _: () = assert!(matrix_holds(32) && matrix_holds(64));
const _: () = assert!(balances(32) && balances(64));
const _: () = assert!(claims_close_the_door(32) && claims_close_the_door(64));
const _: () = assert!(limits_hold(32) && limits_hold(64));
