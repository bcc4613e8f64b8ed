// SPDX-License-Identifier: MIT OR Apache-2.0
//! How long waiters spin, and what the environment says about it.
//!
//! Read once, by the first thread that waits or asks for the announcement; no
//! code runs before that. Threads that do it at the same moment find the same.

use crate::spin::Budget;

/// Time spun before a sleep: about what falling asleep and being woken costs
/// both sides, so that a wait is at most twice as dear as the better choice
/// (Karlin, Li, Manasse, Owicki, "Empirical studies of competitive spinning for
/// a shared-memory multiprocessor", SOSP 1991).
pub(super) const SPIN_NS: u32 = 2_000;

/// Attempts before spinning begins, the one on the fast path included. A
/// compare-and-swap on Arm often fails although the lock is free, as another
/// thread took its line away.
pub(super) const ATTEMPTS: u32 = if cfg!(any(target_arch = "aarch64", target_arch = "arm")) {
    5
} else {
    1
};

/// How much a lock must be read, with no writer between, before it is biased, as
/// [`Owner`](super::Owner) counts: 64 times by another thread than the time before,
/// or 4096 times in all. What it costs a writer to end the bias is then little
/// beside what it saved the readers: a line that travels costs each of them some 50
/// ns, one that stays still some 2 ns for the second locked instruction.
#[cfg(not(loom))]
const BIAS_AFTER: u32 = 64 * super::owner::CHANGE as u32;

#[cfg(loom)]
pub(super) use super::model::{bias_after, is_biased_after};
#[cfg(not(loom))]
pub use environment::announce;
#[cfg(not(loom))]
pub(super) use environment::{bias_after, is_biased_after, spin};

/// The time that a wait may spin before it sleeps.
#[cfg(loom)]
pub(super) fn spin() -> Budget {
    Budget::new(SPIN_NS, ATTEMPTS - 1)
}

/// Says nothing in a model.
#[cfg(loom)]
pub fn announce() {}

#[cfg(not(loom))]
mod environment {
    use core::ffi::CStr;
    use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

    use super::{ATTEMPTS, BIAS_AFTER, Budget, SPIN_NS};
    use crate::sys::{self, Line};

    /// The most that `RSWLOCK_SPIN_NS` may say: 1 ms.
    const SPIN_NS_MAX: u32 = 1_000_000;
    /// The most that `RSWLOCK_ATTEMPTS` may say.
    const ATTEMPTS_MAX: u32 = 1_000;

    /// Set in [`TUNING`] once it was read.
    const KNOWN: u64 = 1 << 63;

    /// 0, or [`KNOWN`], the attempts from bit 32, and the time to spin in ns.
    /// Relaxed: the value stands for itself.
    static TUNING: AtomicU64 = AtomicU64::new(0);

    /// Reads after which somebody has to ask [`is_biased_after`]: the first, as long
    /// as nobody has. Relaxed, as above.
    static BIAS: AtomicU32 = AtomicU32::new(1);

    /// No number of reads is enough.
    const NEVER: u32 = u32::MAX;

    /// The time that a wait may spin before it sleeps.
    pub(crate) fn spin() -> Budget {
        let tuning = tuning();
        let attempts = u32::from((tuning >> 32) as u16);
        // The first was made before anybody asks.
        Budget::new(tuning as u32, attempts.saturating_sub(1))
    }

    /// After how many reads to ask.
    #[inline(always)]
    pub(crate) fn bias_after() -> u32 {
        BIAS.load(Relaxed)
    }

    /// Whether a lock is biased after so many.
    pub(crate) fn is_biased_after(reads: u32) -> bool {
        tuning();
        // A lock may outlive the table that it would be biased with.
        let unloadable = cfg!(feature = "unloadable");
        let after = BIAS.load(Relaxed);
        !unloadable && after != NEVER && reads >= after
    }

    fn tuning() -> u64 {
        match TUNING.load(Relaxed) {
            0 => read(),
            known => known,
        }
    }

    /// Reads the environment if nobody has yet, and so says what was found if
    /// `RSWLOCK_VERBOSE` is 1.
    pub fn announce() {
        if TUNING.load(Relaxed) == 0 {
            read();
        }
    }

    #[cold]
    #[inline(never)]
    fn read() -> u64 {
        let spin = number(c"RSWLOCK_SPIN_NS", SPIN_NS, SPIN_NS_MAX);
        let attempts = number(c"RSWLOCK_ATTEMPTS", ATTEMPTS, ATTEMPTS_MAX);
        let tuning = KNOWN | u64::from(attempts) << 32 | u64::from(spin);
        BIAS.store(bias(), Relaxed);
        // One thread speaks.
        let first = TUNING.compare_exchange(0, tuning, Relaxed, Relaxed).is_ok();
        if first && sys::environment_is(c"RSWLOCK_VERBOSE", c"1") {
            let mut line = Line::new();
            line.text(b"rswlock ");
            line.text(env!("CARGO_PKG_VERSION").as_bytes());
            line.text(b": a lock that is taken is tried ");
            line.number(u64::from(attempts));
            line.text(b" times at once, then for ");
            line.number(u64::from(spin));
            line.text(b" ns, then waited for asleep");
            for name in [c"RSWLOCK_ATTEMPTS", c"RSWLOCK_BIAS", c"RSWLOCK_SPIN_NS"] {
                if let Some(value) = sys::environment(name) {
                    line.text(b"; ");
                    line.text(name.to_bytes());
                    line.text(b"=");
                    line.text(value);
                }
            }
            line.print();
        }
        tuning
    }

    /// What RSWLOCK_BIAS says.
    fn bias() -> u32 {
        match sys::environment(c"RSWLOCK_BIAS") {
            None | Some(b"auto") => BIAS_AFTER,
            Some(b"off") => NEVER,
            Some(b"on") => 1,
            Some(other) => {
                let mut line = Line::new();
                line.text(b"rswlock: RSWLOCK_BIAS is not auto, off or on, ignored: ");
                line.text(other);
                line.print();
                BIAS_AFTER
            }
        }
    }

    /// The value of an environment variable, or what it is without. A value that
    /// is no number up to `most` is reported and ignored.
    fn number(name: &CStr, default: u32, most: u32) -> u32 {
        let Some(value) = sys::environment(name) else {
            return default;
        };
        if let Some(number) = decimal(value).filter(|number| *number <= most) {
            return number;
        }
        let mut line = Line::new();
        line.text(b"rswlock: ");
        line.text(name.to_bytes());
        line.text(b" is not a number from 0 to ");
        line.number(u64::from(most));
        line.text(b", ignored: ");
        line.text(value);
        line.print();
        default
    }

    fn decimal(digits: &[u8]) -> Option<u32> {
        if digits.is_empty() {
            return None;
        }
        digits.iter().try_fold(0_u32, |number, digit| {
            let value = digit.wrapping_sub(b'0');
            if value > 9 {
                return None;
            }
            number.checked_mul(10)?.checked_add(u32::from(value))
        })
    }

    #[cfg(test)]
    mod tests {
        use super::decimal;

        #[test]
        fn only_numbers_are_numbers() {
            assert_eq!(decimal(b"0"), Some(0));
            assert_eq!(decimal(b"4294967295"), Some(u32::MAX));
            for wrong in ["", "4294967296", "-1", "+1", "1 ", " 1", "0x10", "2us"] {
                assert_eq!(decimal(wrong.as_bytes()), None, "{wrong}");
            }
        }
    }
}
