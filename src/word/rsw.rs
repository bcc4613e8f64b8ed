// SPDX-License-Identifier: MIT OR Apache-2.0
//! Readers, the seeker and the writer.
//!
//! A writer that finds readers claims the lock and waits for them; the claim
//! keeps newcomers out, so it is a matter of the readers inside alone. A writer
//! that finds a seeker must not claim in full, because the seeker may be about
//! to become the writer itself; it parks: its W and S keep newcomers and other
//! seekers out, and without a unit in R it is invisible to the seeker's
//! upgrade. So a stream of upgrades cannot keep it waiting (they find W), and a
//! seeker's upgrade always ends (only readers count, and no new ones come).
//! One writer at most is parked or has claimed; the others wait outside.

use super::{RswWord, endless};
use crate::atomics::{
    Cell,
    Ordering::{Acquire, Relaxed, Release},
};
use crate::spin::{Backoff, TimedOut};

impl<C: Cell> RswWord<C> {
    /// Takes R if no writer is inside or waiting.
    #[inline]
    pub fn try_r(&self) -> bool {
        self.enter_now(&Self::T.read, Acquire)
    }

    /// Takes R; waits for writers.
    #[inline]
    pub fn take_r(&self) {
        if !self.enter_fast(&Self::T.read) {
            self.take_r_slow();
        }
    }

    /// The part of [`take_r`](Self::take_r) that waits.
    #[cold]
    pub(crate) fn take_r_slow(&self) {
        endless(self.enter_waiting(&Self::T.read, Acquire, &mut Backoff::new()));
    }

    /// Takes R, or gives up once CLOCK_MONOTONIC reads `deadline` ns.
    ///
    /// A lock that can be taken at once is taken whatever the deadline.
    #[inline]
    pub fn take_r_until(&self, deadline: u64) -> Result<(), TimedOut> {
        if self.enter_fast(&Self::T.read) {
            return Ok(());
        }
        self.take_r_until_slow(deadline)
    }

    /// The part of [`take_r_until`](Self::take_r_until) that waits.
    #[cold]
    pub(crate) fn take_r_until_slow(&self, deadline: u64) -> Result<(), TimedOut> {
        self.enter_waiting(&Self::T.read, Acquire, &mut Backoff::until(deadline))
    }

    /// Gives R back.
    #[inline]
    pub fn drop_r(&self) {
        // Release: what was read under R was read before the next writer,
        // whose last wait or entry acquires this, writes.
        self.0.fetch_sub(Self::T.hold_r, Release);
    }

    /// Takes S if neither a seeker nor a writer is inside or waiting.
    #[inline]
    pub fn try_s(&self) -> bool {
        self.enter_now(&Self::T.seek, Acquire)
    }

    /// Takes S; waits for the seeker and for writers.
    #[inline]
    pub fn take_s(&self) {
        if !self.enter_fast(&Self::T.seek) {
            self.take_s_slow();
        }
    }

    /// The part of [`take_s`](Self::take_s) that waits.
    #[cold]
    pub(crate) fn take_s_slow(&self) {
        endless(self.enter_waiting(&Self::T.seek, Acquire, &mut Backoff::new()));
    }

    /// Takes S, or gives up once CLOCK_MONOTONIC reads `deadline` ns.
    #[inline]
    pub fn take_s_until(&self, deadline: u64) -> Result<(), TimedOut> {
        if self.enter_fast(&Self::T.seek) {
            return Ok(());
        }
        self.take_s_until_slow(deadline)
    }

    /// The part of [`take_s_until`](Self::take_s_until) that waits.
    #[cold]
    pub(crate) fn take_s_until_slow(&self, deadline: u64) -> Result<(), TimedOut> {
        self.enter_waiting(&Self::T.seek, Acquire, &mut Backoff::until(deadline))
    }

    /// Gives S back.
    #[inline]
    pub fn drop_s(&self) {
        // Release: for the next seeker and the next writer, as drop_r.
        self.0.fetch_sub(Self::T.hold_s, Release);
    }

    /// Takes W if nobody at all is inside or waiting.
    #[inline]
    pub fn try_w(&self) -> bool {
        self.enter_now(&Self::T.write_now, Acquire)
    }

    /// Takes W; waits for everybody inside and keeps newcomers out meanwhile.
    #[inline]
    pub fn take_w(&self) {
        if !self.enter_fast(&Self::T.write_now) {
            self.take_w_slow();
        }
    }

    /// The part of [`take_w`](Self::take_w) that waits.
    #[cold]
    pub(crate) fn take_w_slow(&self) {
        endless(self.take_w_waiting(Backoff::new()));
    }

    /// Takes W, or gives up once CLOCK_MONOTONIC reads `deadline` ns. Then it
    /// takes its claim back and readers that waited for it come in.
    #[inline]
    pub fn take_w_until(&self, deadline: u64) -> Result<(), TimedOut> {
        if self.enter_fast(&Self::T.write_now) {
            return Ok(());
        }
        self.take_w_until_slow(deadline)
    }

    /// The part of [`take_w_until`](Self::take_w_until) that waits.
    #[cold]
    pub(crate) fn take_w_until_slow(&self, deadline: u64) -> Result<(), TimedOut> {
        self.take_w_waiting(Backoff::until(deadline))
    }

    fn take_w_waiting(&self, mut backoff: Backoff) -> Result<(), TimedOut> {
        loop {
            let seen = self.0.load(Relaxed);
            if Self::T.write.admits(seen) {
                if self.step(seen, Self::T.write.add, Relaxed) {
                    return self.await_readers(backoff);
                }
            } else if Self::T.park.admits(seen) && self.step(seen, Self::T.park.add, Relaxed) {
                return self.await_seeker(backoff);
            }
            backoff.pause()?;
        }
    }

    /// The wait of a writer that has claimed the lock: until the only unit in R
    /// is its own.
    fn await_readers(&self, backoff: Backoff) -> Result<(), TimedOut> {
        self.await_none_of(Self::L.r_many(), backoff)
    }

    /// The wait of a parked writer: until R is zero, which says that the seeker
    /// is gone, whatever it became meanwhile, and the readers with it.
    fn await_seeker(&self, mut backoff: Backoff) -> Result<(), TimedOut> {
        backoff.restart();
        if let Err(timed_out) = self.wait_until(|word| word & Self::L.r_any == 0, &mut backoff) {
            self.0.fetch_sub(Self::T.park.add, Relaxed);
            return Err(timed_out);
        }
        self.0.fetch_add(Self::T.unpark, Relaxed);
        // Our own words would admit nobody since R was seen zero. plock's code,
        // which may share the word, adds before it looks, so look once more; an
        // A of theirs does not look at S at all while R is zero, and came in.
        self.await_none_of(Self::L.r_many() | Self::L.w_many(), backoff)
    }

    /// The end of both waits: until no bit of `others` is set. A claim that is
    /// given up is taken back.
    fn await_none_of(&self, others: u64, mut backoff: Backoff) -> Result<(), TimedOut> {
        backoff.restart();
        let alone = self.wait_until(|word| word & others == 0, &mut backoff);
        if alone.is_err() {
            self.0.fetch_sub(Self::T.hold_w, Relaxed);
        }
        alone.map(|_| ())
    }

    /// Gives W back.
    #[inline]
    pub fn drop_w(&self) {
        // Release: what was written is seen by whoever comes in after.
        self.0.fetch_sub(Self::T.hold_w, Release);
    }

    /// Turns S into W; waits for the readers inside. Cannot fail.
    #[inline]
    pub fn stow(&self) {
        // Acquire: if nobody else is inside, this already lets us in. Pairs
        // with the readers' drops, as the wait does.
        let seen = self.0.fetch_add(Self::T.seek_to_write, Acquire);
        if seen & Self::L.r_many() != 0 {
            self.stow_slow();
        }
    }

    /// The part of [`stow`](Self::stow) that waits, once the word has changed.
    #[cold]
    pub(crate) fn stow_slow(&self) {
        self.wait_unlock(Self::L.r_many());
    }

    /// Turns W into S: readers may come in and see what was written.
    #[inline]
    pub fn wtos(&self) {
        // Release: pairs with the entry of the readers that this admits.
        self.0.fetch_sub(Self::T.write_to_seek, Release);
    }

    /// Turns W into R: readers and a seeker may come in.
    #[inline]
    pub fn wtor(&self) {
        // Release: as wtos.
        self.0.fetch_sub(Self::T.write_to_read, Release);
    }

    /// Turns S into R: another seeker may come in.
    #[inline]
    pub fn stor(&self) {
        // Release: seekers exclude each other, so what this one did to data
        // that only seekers touch is for the next one.
        self.0.fetch_sub(Self::T.seek_to_read, Release);
    }

    /// Turns R into S if there is neither a seeker nor a writer. On failure R
    /// is still held; the caller must give it up before it waits for anything,
    /// because the other one may be waiting for it to leave.
    #[inline]
    pub fn try_rtos(&self) -> bool {
        self.enter_now(&Self::T.read_to_seek, Acquire)
    }

    /// Turns R into W if nobody else at all is inside or waiting. On failure R
    /// is still held, as with [`try_rtos`](Self::try_rtos).
    #[inline]
    pub fn try_rtow(&self) -> bool {
        self.enter_now(&Self::T.read_to_write_now, Acquire)
    }
}
