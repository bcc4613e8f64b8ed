// SPDX-License-Identifier: MIT OR Apache-2.0
//! Until when to wait.

use crate::sys::{self, Clock};

const NS_PER_S: u64 = 1_000_000_000;

/// A point in time on one of two clocks.
///
/// The kernel waits for the clock named, so that a wait by CLOCK_REALTIME
/// follows when that clock is set.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    clock: Clock,
    /// Seconds; before the clock's epoch if negative.
    seconds: i64,
    /// 0 to 999 999 999.
    nanoseconds: u32,
}

impl Deadline {
    /// The deadline that POSIX calls take; none if the clock or the nanoseconds
    /// are invalid.
    #[must_use]
    pub fn from_timespec(clock: libc::clockid_t, time: &libc::timespec) -> Option<Self> {
        let clock = Clock::from_id(clock)?;
        let nanoseconds = u32::try_from(time.tv_nsec).ok()?;
        (u64::from(nanoseconds) < NS_PER_S).then_some(Self {
            clock,
            seconds: time.tv_sec,
            nanoseconds,
        })
    }

    /// A point on CLOCK_MONOTONIC in nanoseconds.
    pub(crate) fn monotonic(ns: u64) -> Self {
        Self {
            clock: Clock::Monotonic,
            // Both fit: the quotient is below 2^35.
            seconds: (ns / NS_PER_S) as i64,
            nanoseconds: (ns % NS_PER_S) as u32,
        }
    }

    /// Whether the clock has reached it.
    pub(crate) fn has_passed(&self) -> bool {
        self.remaining_ns() == 0
    }

    /// Nanoseconds left on its clock, 0 if it has passed.
    pub(crate) fn remaining_ns(&self) -> u64 {
        let Ok(seconds) = u64::try_from(self.seconds) else {
            return 0;
        };
        seconds
            .saturating_mul(NS_PER_S)
            .saturating_add(u64::from(self.nanoseconds))
            .saturating_sub(sys::now_ns(self.clock))
    }

    pub(super) fn clock(&self) -> Clock {
        self.clock
    }

    /// As the kernel takes it; meant for a deadline that has not passed, since
    /// the kernel refuses negative times.
    pub(super) fn timespec(&self) -> libc::timespec {
        libc::timespec {
            tv_sec: self.seconds,
            tv_nsec: i64::from(self.nanoseconds),
        }
    }
}
