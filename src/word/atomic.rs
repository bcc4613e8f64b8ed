// SPDX-License-Identifier: MIT OR Apache-2.0
//! Atomic writers, joining and claiming.
//!
//! Atomic writers (A) change the data together, by atomic operations, with no
//! reader inside. They hold a unit of W and none of R, and come in only while
//! R and S are zero.
//!
//! Readers can become atomic writers together (plock's doc/upgrade.txt): each
//! joins (J) by adding a unit of W to its unit of R; once W equals R every
//! reader has joined or left. The first that wants to go on sets S, the start
//! signal, and all claim (C) what each will change; as they finish they shed
//! their R, the last one clears S, and all are A.
//!
//! An A that finds readers must keep new ones out while it waits. A bare unit
//! of W, which is what plock adds, would break the count above: one reader that
//! has joined and one A that waits look like two that have joined, beside a
//! reader that has not. So it claims in the shape of one more joined reader,
//! W1+R1, which leaves W - R alone, and sheds its R when it is the last one in
//! R. If the lock already has a claim it waits outside: nobody new comes in
//! anyway.
//!
//! An A that turns to R (A -> R) gives up its W at once and waits for the other
//! A. Meanwhile S is 3, the mark that the lock is draining, see `ator_slow`.
//!
//! Whoever is the last to leave R clears S, on whichever way it leaves; a J that
//! drops while others claim included, which plock forgets.
//!
//! Mixing: A and the exclusive J go with everything. Readers that join must not
//! share a lock with S or W holders: a join waits for S to go away, an upgrade
//! for the reader. Nor may one A become J and go on to claim while another
//! becomes R: the one waits for all to join, the other for all to stop writing.

use super::{RswWord, endless};
use crate::atomics::{
    Cell,
    Ordering::{self, AcqRel, Acquire, Relaxed, Release},
};
use crate::spin::Backoff;

impl<C: Cell> RswWord<C> {
    /// Takes A if neither readers, a seeker nor a writer are inside.
    #[inline]
    pub fn try_a(&self) -> bool {
        self.enter_now(&Self::T.atomic, Acquire)
    }

    /// Takes A; waits for all but other A. Readers inside are waited for with a
    /// claim that keeps new ones out.
    #[inline]
    pub fn take_a(&self) {
        if !self.enter_fast(&Self::T.atomic) {
            self.take_a_slow();
        }
    }

    /// The part of [`take_a`](Self::take_a) that waits.
    #[cold]
    pub(crate) fn take_a_slow(&self) {
        let mut backoff = Backoff::new();
        loop {
            let seen = self.0.load(Relaxed);
            if Self::T.atomic.admits(seen) {
                if self.step(seen, Self::T.atomic.add, Acquire) {
                    return;
                }
            } else if Self::T.atomic_claim.admits(seen)
                && self.step(seen, Self::T.atomic_claim.add, Relaxed)
            {
                break;
            }
            endless(backoff.pause());
        }
        backoff.restart();
        // Until it is the last one in R: the readers have left, or have become A.
        endless(self.wait_until(|word| word & Self::L.r_many() == 0, &mut backoff));
        // Relaxed: the wait was an acquire, and nobody came since. This makes it
        // an A at once; it must not look at the word again, since an A that
        // comes in after may soon be back in R. Only plock's code, which adds
        // before it looks, can still be in R: it finds our W and goes.
        self.shed(Self::T.hold_r, Relaxed);
    }

    /// Gives A back.
    #[inline]
    pub fn drop_a(&self) {
        // Release: pairs with the next reader's, seeker's or writer's entry.
        self.0.fetch_sub(Self::T.hold_a, Release);
    }

    /// Turns A into R; waits until the other A, and those who became J, have
    /// left or turned to R too.
    #[inline]
    pub fn ator(&self) {
        // Release what was written as A; acquire what others wrote before.
        if !self.step(Self::T.hold_a, Self::T.atomic_to_read, AcqRel) {
            self.ator_slow();
        }
    }

    /// The part of [`ator`](Self::ator) that waits.
    ///
    /// One that only waited for W to be zero could miss it: somebody claims the
    /// lock just then, W is not zero again, and the claim waits for this unit
    /// of R. So the mark that the lock is draining keeps claims out until one
    /// of those who wait has seen W zero and takes the mark away; it cannot
    /// come back before they have all left R. It must be a value of S of its
    /// own: who looks late may find a seeker and a parked writer, S = 2.
    ///
    /// Not for a word that plock's code shares: its refused attempts add to S
    /// too, and together with the mark they would leave the word corrupt.
    #[cold]
    pub(crate) fn ator_slow(&self) {
        let draining = Self::L.draining();
        let mut seen = self.0.load(Relaxed);
        loop {
            let word = seen.wrapping_add(Self::T.atomic_to_read) | draining;
            match self.0.compare_exchange(seen, word, Release, Relaxed) {
                Ok(_) => break,
                Err(changed) => seen = changed,
            }
        }
        let mut backoff = Backoff::new();
        let over = |word| word & draining != draining;
        let drained = |word| over(word) || word & Self::L.w_any == 0;
        while let Ok(word) = self.wait_until(drained, &mut backoff) {
            if over(word) || self.step(word, draining.wrapping_neg(), Relaxed) {
                return;
            }
        }
    }

    /// Turns R into A if no other reader, seeker or writer is inside. On
    /// failure R is still held, as with [`try_rtos`](Self::try_rtos).
    #[inline]
    pub fn try_rtoa(&self) -> bool {
        // Release too: this gives up R, and those who then come in as A must
        // not overtake what we read.
        self.enter_now(&Self::T.read_to_atomic_now, AcqRel)
    }

    /// Takes J alone, if nobody at all is inside or waiting.
    #[inline]
    pub fn try_j(&self) -> bool {
        self.enter_now(&Self::T.join_now, Acquire)
    }

    /// Takes J alone; waits for everybody inside.
    #[inline]
    pub fn take_j(&self) {
        if !self.enter_fast(&Self::T.join_now) {
            self.take_j_slow();
        }
    }

    /// The part of [`take_j`](Self::take_j) that waits.
    #[cold]
    pub(crate) fn take_j_slow(&self) {
        let mut backoff = Backoff::new();
        loop {
            endless(self.enter_waiting(&Self::T.join, Relaxed, &mut backoff));
            backoff.restart();
            let last = self.wait_until(|word| word & Self::L.r_many() == 0, &mut backoff);
            if last.is_ok_and(|word| word & Self::L.w_many() == 0) {
                return;
            }
            // The readers have joined and become A: start over.
            self.shed(Self::T.hold_j, Relaxed);
            endless(backoff.pause());
        }
    }

    /// Gives J back.
    #[inline]
    pub fn drop_j(&self) {
        // Release: as drop_a. Others who joined may have started meanwhile.
        self.shed(Self::T.hold_j, Release);
    }

    /// Turns R into J; waits until every other reader has left or joined.
    ///
    /// Does not end while a seeker or writer waits for this reader: such a lock
    /// must not be joined (see the module's notes on mixing).
    #[inline]
    pub fn rtoj(&self) {
        if !self.enter_alone(Self::T.read_to_join.add) {
            self.rtoj_slow();
        }
    }

    /// The part of [`rtoj`](Self::rtoj) that waits.
    #[cold]
    pub(crate) fn rtoj_slow(&self) {
        let mut backoff = Backoff::new();
        // Release: this gives up R, and whoever then sees that all have joined
        // must not overtake what we read.
        endless(self.enter_waiting(&Self::T.read_to_join, Release, &mut backoff));
        backoff.restart();
        endless(self.wait_until(|word| Self::joined(word), &mut backoff));
    }

    /// Turns J into C: gives the start signal, unless it has been given. Waits
    /// only after an [`atoj`](Self::atoj), for the A and readers still inside.
    #[inline]
    pub fn jtoc(&self) {
        let alone = Self::T.hold_j;
        if !self.signal_start(alone) {
            self.jtoc_slow();
        }
    }

    /// The part of [`jtoc`](Self::jtoc) that waits.
    #[cold]
    pub(crate) fn jtoc_slow(&self) {
        let mut backoff = Backoff::new();
        // Whoever was first, the signal comes once: if it is there, take it; if
        // it is not, all have joined and one of them gives it.
        while let Ok(word) = self.wait_until(|word| Self::joined(word), &mut backoff) {
            if Self::L.started(word) || self.signal_start(word) {
                return;
            }
            endless(backoff.pause());
        }
    }

    /// Turns R into C: [`rtoj`](Self::rtoj) and [`jtoc`](Self::jtoc) in one.
    #[inline]
    pub fn rtoc(&self) {
        if !self.enter_alone(Self::T.read_to_join.add + Self::T.join_to_claim) {
            self.rtoc_slow();
        }
    }

    /// The part of [`rtoc`](Self::rtoc) that waits.
    #[cold]
    pub(crate) fn rtoc_slow(&self) {
        self.rtoj_slow();
        self.jtoc_slow();
    }

    /// Turns C into A; waits until nobody is claiming any more.
    #[inline]
    pub fn ctoa(&self) {
        // Release what was done as C; acquire what the others did, in case this
        // was the last one and there is nothing to wait for.
        if Self::L.started(self.shed(Self::T.hold_r, AcqRel)) {
            self.ctoa_slow();
        }
    }

    /// The part of [`ctoa`](Self::ctoa) that waits, once the word has changed.
    #[cold]
    pub(crate) fn ctoa_slow(&self) {
        // The signal alone: an A may mark the lock as draining before we look.
        endless(self.wait_until(|word| !Self::L.started(word), &mut Backoff::new()));
    }

    /// Gives C back.
    #[inline]
    pub fn drop_c(&self) {
        // Release: as drop_a.
        self.shed(Self::T.hold_j, Release);
    }

    /// Turns A into J: gives up the right to write until the claim begins. The
    /// other A, if any, stay what they are.
    #[inline]
    pub fn atoj(&self) {
        // Release: what was written as A is for those who claim.
        self.0.fetch_add(Self::T.atomic_to_join, Release);
    }

    /// One attempt at a step of the only reader.
    #[inline(always)]
    fn enter_alone(&self, delta: u64) -> bool {
        // No release: there is nobody yet for whom our reading must be over.
        self.step(Self::T.hold_r, delta, Acquire)
    }

    /// One attempt to set S in a word that reads `seen`.
    fn signal_start(&self, seen: u64) -> bool {
        // Release what was done as J, for those who see the signal; acquire
        // what the others did.
        self.step(seen, Self::T.join_to_claim, AcqRel)
    }

    /// Leaves the R field with `units`, and clears the start signal if nobody
    /// else is in it. Returns the word as it is then.
    fn shed(&self, units: u64, order: Ordering) -> u64 {
        let mut seen = self.0.load(Relaxed);
        loop {
            let mut word = seen.wrapping_sub(units);
            if seen & Self::L.r_many() == 0 && Self::L.started(seen) {
                word &= !Self::L.s_any;
            }
            match self.0.compare_exchange(seen, word, order, Relaxed) {
                Ok(_) => return word,
                Err(changed) => seen = changed,
            }
        }
    }

    /// All readers have joined, or claiming has begun. While the lock drains,
    /// those who turn to R hide as many A from the count.
    fn joined(word: u64) -> bool {
        let all = Self::L.w_count(word) == Self::L.r_count(word) && word & Self::L.s_any == 0;
        all || Self::L.started(word)
    }
}
