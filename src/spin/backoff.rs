// SPDX-License-Identifier: MIT OR Apache-2.0
//! Exponential back-off that knows when to give the CPU away.
//!
//! Pauses grow by a quarter each, which plock's author found to waste less than
//! doubling, up to a cap that many-core machines need: with a hundred waiters
//! on one line, those that have waited longest must look least often. The
//! first look comes at once.
//!
//! Spinning only helps while the holder runs. When it was preempted, a spinner
//! burns the very CPU that the holder needs, so after a few microseconds, about
//! what a context switch costs, a waiter offers its CPU before it spins on. Two
//! cases tell themselves apart by how long that took:
//!
//! * The call returned at once: nobody else wants this CPU. The rest of the
//!   pause is spun, in slices with another offer between them, and the word is
//!   not looked at before the pause is over: the long back-off stays.
//! * Others ran meanwhile: time has passed and the word has probably changed.
//!   The pause ends and does not grow.
//!
//! `RSWLOCK_BACKOFF=spin` in the environment leaves the yielding out.

use super::{TimedOut, pace::Pace};
use crate::sys;

/// First pause after the immediate one, and the least that a pause grows by:
/// about one PAUSE on current x86 processors.
const STEP_NS: u32 = 35;

/// Longest pause: 128k steps, about 4.6 ms.
const CAP_NS: u32 = 128 * 1024 * STEP_NS;

/// Time spun before the first yield. Most critical sections of a server are
/// shorter, and a switch to another thread and back costs as much.
const SPIN_BEFORE_YIELD_NS: u32 = 3_000;

/// Time spun between two yields of one pause.
const SLICE_NS: u32 = 3_000;

/// A yield that took longer than this let somebody else run. On its own the
/// system call takes 0.1 to 0.6 us; with a switch to another thread that yields
/// at once, and back, it took 2.6 us where the former was 0.54.
const SOMEBODY_RAN_NS: u64 = 1_000;

/// Least pause after a lost race. Two threads that hammer one line lose most of
/// their time to its travels; while one stays away, the other has it in its
/// cache and passes a hundred times (T. Anderson, "The Performance of Spin Lock
/// Alternatives", IEEE TPDS 1990, on delay after a failed attempt).
const LOST_RACE_NS: u32 = 2_000;

/// The pauses of one waiting thread.
pub(crate) struct Backoff {
    /// Length of the next pause in ns.
    pause: u32,
    /// Time spun so far in ns, up to [`SPIN_BEFORE_YIELD_NS`].
    spun: u32,
    /// CLOCK_MONOTONIC time in ns at which the wait is given up.
    deadline: Option<u64>,
}

impl Backoff {
    /// For a wait without an end.
    pub(crate) const fn new() -> Self {
        Self {
            pause: 0,
            spun: 0,
            deadline: None,
        }
    }

    /// For a wait until CLOCK_MONOTONIC reads `deadline` nanoseconds.
    pub(crate) const fn until(deadline: u64) -> Self {
        Self {
            deadline: Some(deadline),
            ..Self::new()
        }
    }

    /// Starts over with short pauses, because what is waited for has changed.
    pub(crate) fn restart(&mut self) {
        self.pause = 0;
    }

    /// Makes the next pause long enough for whoever won the race for the word to
    /// be done with it.
    pub(crate) fn lost_race(&mut self) {
        self.pause = self.pause.max(LOST_RACE_NS);
    }

    /// Waits before the next look at the word.
    pub(crate) fn pause(&mut self) -> Result<(), TimedOut> {
        let mut length = self.pause;
        if let Some(deadline) = self.deadline {
            let left = deadline.saturating_sub(sys::monotonic_ns());
            if left == 0 {
                return Err(TimedOut);
            }
            length = length.min(left.min(u64::from(CAP_NS)) as u32);
        }
        let pace = Pace::get();
        if self.spun < SPIN_BEFORE_YIELD_NS || !pace.yields() {
            pace.spin(length);
            self.spun = self.spun.saturating_add(length);
        } else if yield_and_spin(pace, length) {
            return Ok(());
        }
        self.pause = grow(self.pause);
        Ok(())
    }
}

/// Spins for `length` ns with yields between; true if it ended early because
/// somebody else ran.
fn yield_and_spin(pace: Pace, length: u32) -> bool {
    let mut left = length;
    loop {
        let start = sys::monotonic_ns();
        sys::yield_cpu();
        if sys::monotonic_ns().wrapping_sub(start) > SOMEBODY_RAN_NS {
            return true;
        }
        let slice = left.min(SLICE_NS);
        pace.spin(slice);
        left -= slice;
        if left == 0 {
            return false;
        }
    }
}

/// The pause after `pause`. Beyond the cap it falls back to a length that
/// depends on how far beyond it was, so that waiters drift apart instead of
/// polling in step.
const fn grow(pause: u32) -> u32 {
    let next = pause + pause / 4 + STEP_NS;
    if next <= CAP_NS {
        next
    } else {
        next - CAP_NS + CAP_NS / 8
    }
}
