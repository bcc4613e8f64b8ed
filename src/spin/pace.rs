// SPDX-License-Identifier: MIT OR Apache-2.0
//! How fast this machine relaxes, and whether waiters may yield.
//!
//! One relax instruction takes 3 to 60 ns depending on the processor, so a
//! back-off that counts instructions is twenty times longer on one machine than
//! on the next (PAUSE went from 10 to 140 cycles with Skylake). The first
//! thread that has to wait measures the instruction once; from then on pauses
//! are given in time.
//!
//! Both facts live in one word that starts as zero, so nothing has to run
//! before `main`. Threads that measure at the same moment store nearly the same
//! value and either is good: the store needs no order.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::{arch, sys};

/// Relax instructions timed at once, and how often; the fastest run counts,
/// because a preempted one reads too long. All runs together take 1 to 15 us.
const SAMPLE: u32 = 64;
const SAMPLES: u32 = 4;

/// Bounds of a believable result, in relaxes per 1024 ns: 1 us for one relax
/// (an emulator) up to ten for a nanosecond (an instruction that does nothing).
const SLOWEST: u32 = 1;
const FASTEST: u32 = 10 * 1024;

/// Set in [`PACE`] when waiters spin without ever yielding the CPU.
const SPIN_ONLY: u32 = 1 << 31;

/// 0 = not measured yet; else relaxes per 1024 ns, and [`SPIN_ONLY`].
static PACE: AtomicU32 = AtomicU32::new(0);

/// The machine's pace, as found at the first call.
#[derive(Clone, Copy)]
pub(super) struct Pace(u32);

impl Pace {
    /// Reads the pace; measures it if nobody has.
    pub(super) fn get() -> Self {
        // Relaxed: the value stands for itself, no other data hangs on it.
        match PACE.load(Relaxed) {
            0 => Self::measure(),
            known => Self(known),
        }
    }

    /// Whether a waiter may give its CPU away: `RSWLOCK_BACKOFF` is not `spin`.
    pub(super) fn yields(self) -> bool {
        self.0 & SPIN_ONLY == 0
    }

    /// Spins for about `ns` nanoseconds, for at least one relax unless 0.
    pub(super) fn spin(self, ns: u32) {
        if ns == 0 {
            return;
        }
        let rate = u64::from(self.0 & !SPIN_ONLY);
        for _ in 0..(u64::from(ns) * rate / 1024).max(1) {
            arch::relax();
        }
    }

    #[cold]
    fn measure() -> Self {
        let mut fastest = u64::MAX;
        for _ in 0..SAMPLES {
            let start = sys::monotonic_ns();
            for _ in 0..SAMPLE {
                arch::relax();
            }
            // At least 1, so that a coarse clock cannot make it divide by zero.
            fastest = fastest.min(sys::monotonic_ns().wrapping_sub(start).max(1));
        }
        let rate = u64::from(SAMPLE) * 1024 / fastest;
        let rate = rate.clamp(u64::from(SLOWEST), u64::from(FASTEST)) as u32;
        let spin_only = sys::environment_is(c"RSWLOCK_BACKOFF", c"spin");
        let pace = rate | if spin_only { SPIN_ONLY } else { 0 };
        PACE.store(pace, Relaxed);
        Self(pace)
    }
}
