// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where the fields of a lock word lie.
//!
//! | width | application | R      | S      | W      |
//! | ----- | ----------- | ------ | ------ | ------ |
//! | 32    | 1..0        | 15..2  | 17..16 | 31..18 |
//! | 64    | 1..0        | 31..2  | 33..32 | 63..34 |
//!
//! This is plock's layout (Willy Tarreau, <https://github.com/wtarreau/plock>),
//! so code with plock compiled in can share a lock with us. What the fields
//! mean while nobody is between two states:
//!
//! * R counts everybody who must be gone before a writer may write: readers,
//!   the seeker, a writer and those who have joined, one unit each.
//! * S is 1 while a seeker or a writer is inside, 2 while a writer is parked
//!   behind a seeker. In the join protocol 1 is the signal that claiming has
//!   begun, and 3 says that atomic writers are turning to readers.
//! * W counts those who write or wait to write. Any W keeps new readers out.
//! * The two application bits belong to the program; no operation reads them
//!   and all of them keep them.

/// The masks of one word width.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    /// The bits that the application may use.
    pub app: u64,
    /// One unit of the R field, and the whole field.
    pub r_one: u64,
    pub r_any: u64,
    /// One unit of the S field, and the whole field.
    pub s_one: u64,
    pub s_any: u64,
    /// One unit of the W field, and the whole field.
    pub w_one: u64,
    pub w_any: u64,
}

impl Layout {
    /// The layout of a word of `bits` bits.
    pub(crate) const fn of(bits: u32) -> Self {
        let half = bits / 2;
        Self {
            app: field(0, 2),
            r_one: 1 << 2,
            r_any: field(2, half),
            s_one: 1 << half,
            s_any: field(half, half + 2),
            w_one: 1 << (half + 2),
            w_any: field(half + 2, bits),
        }
    }

    /// Bits of R that are set only when it counts two or more.
    pub(crate) const fn r_many(&self) -> u64 {
        self.r_any & !self.r_one
    }

    /// Whether S is the signal to start claiming: 1.
    pub(crate) const fn started(&self, word: u64) -> bool {
        word & self.s_any == self.s_one
    }

    /// The mark of a lock whose A turn to R: S is 3, which nothing else makes it.
    pub(crate) const fn draining(&self) -> u64 {
        self.s_any
    }

    /// Bits of W that are set only when it counts two or more.
    pub(crate) const fn w_many(&self) -> u64 {
        self.w_any & !self.w_one
    }

    /// The number in the R field.
    pub(crate) const fn r_count(&self, word: u64) -> u64 {
        (word & self.r_any) / self.r_one
    }

    /// The number in the S field.
    pub(crate) const fn s_count(&self, word: u64) -> u64 {
        (word & self.s_any) / self.s_one
    }

    /// The number in the W field.
    pub(crate) const fn w_count(&self, word: u64) -> u64 {
        (word & self.w_any) / self.w_one
    }
}

/// The bits from `low` up to but not including `high`.
const fn field(low: u32, high: u32) -> u64 {
    (u64::MAX >> (64 - (high - low))) << low
}

/// The fields cover the word and do not overlap.
const fn covers(bits: u32) -> bool {
    let l = Layout::of(bits);
    l.app ^ l.r_any ^ l.s_any ^ l.w_any == u64::MAX >> (64 - bits)
        && l.app + l.r_any + l.s_any + l.w_any == u64::MAX >> (64 - bits)
}

const _: () = assert!(covers(32) && covers(64));
const _: () = assert!(Layout::of(32).r_any == 0x0000_fffc && Layout::of(32).w_any == 0xfffc_0000);
const _: () = assert!(Layout::of(64).r_any == 0xffff_fffc && Layout::of(64).s_any == 0x3_0000_0000);
