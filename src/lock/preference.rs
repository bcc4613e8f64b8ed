// SPDX-License-Identifier: MIT OR Apache-2.0
//! Who goes first when both readers and writers wait.

/// Who goes first. The first three are what `pthread_rwlockattr_setkind_np`
/// knows, by the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Preference {
    /// Readers and writers take turns; a new reader lets a waiting writer go
    /// first for a bounded time. A thread may take R again while it holds it.
    Readers = 0,
    /// As above, but a writer passes the lock on to writers first. Readers
    /// starve as long as writers come without a gap.
    Writers = 1,
    /// New readers wait as long as a writer waits, so a thread that takes R
    /// again while it holds it may wait for itself.
    WritersNonrecursive = 2,
    /// New readers wait for the writers that wait, and a writer passes the lock
    /// on to the readers that wait: nobody waits for more than one turn of the
    /// other kind. R cannot be taken again by a thread that holds it.
    Fair = 3,
}

impl Preference {
    /// From the number that a lock carries. Those that no function stores are
    /// read as glibc reads them: not 0 prefers writers.
    #[must_use]
    pub const fn from_number(number: u32) -> Self {
        match number {
            0 => Self::Readers,
            2 => Self::WritersNonrecursive,
            3 => Self::Fair,
            _ => Self::Writers,
        }
    }

    /// Whether a waiting writer keeps readers out even if they would have to
    /// wait for themselves.
    pub(super) const fn holds_readers_back(self) -> bool {
        matches!(self, Self::WritersNonrecursive | Self::Fair)
    }

    /// Whether readers come in only when no writer waits.
    pub(super) const fn is_strict(self) -> bool {
        matches!(self, Self::WritersNonrecursive)
    }

    /// Whether a writer that leaves lets waiting readers in before other writers.
    pub(super) const fn alternates(self) -> bool {
        matches!(self, Self::Readers | Self::Fair)
    }
}
