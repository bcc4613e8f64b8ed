// SPDX-License-Identifier: MIT OR Apache-2.0
//! futex(2), on the upper half of a 64-bit state.

use core::ptr;

use super::{Count, Deadline, Scope, Wakeup};
use crate::atomics::AtomicU64;
use crate::sys::{self, Clock};

/// The address of the upper half.
fn upper(state: *const AtomicU64) -> *const u32 {
    let half = usize::from(cfg!(target_endian = "little"));
    state.cast::<u32>().wrapping_add(half)
}

/// Sleeps while the upper half of `state` reads `expected`, as a sleeper of
/// the kind `class`, until the deadline.
pub(crate) fn wait(
    state: &AtomicU64,
    expected: u32,
    class: u32,
    deadline: Option<&Deadline>,
    scope: Scope,
) -> Wakeup {
    let until = deadline.map(Deadline::timespec);
    let realtime = deadline.is_some_and(|d| matches!(d.clock(), Clock::Realtime));
    // SAFETY: the address is that of a live, aligned word, and `until` lives
    // during the call.
    let answer = unsafe {
        sys::futex_wait(
            upper(state),
            expected,
            class,
            until.as_ref().map_or(ptr::null(), ptr::from_ref),
            realtime,
            matches!(scope, Scope::Shared),
        )
    };
    match answer {
        0 => Wakeup::Woken,
        sys::TIMED_OUT => Wakeup::TimedOut,
        _ => Wakeup::Look,
    }
}

/// Wakes sleepers of the kinds in `classes`; true if there was one.
///
/// The lock may be gone by now: only its address is used. The kernel finds
/// nobody there, or somebody who will look again.
pub(crate) fn wake(state: *const AtomicU64, classes: u32, count: Count, scope: Scope) -> bool {
    let count = match count {
        Count::One => 1,
        Count::All => i32::MAX,
    };
    sys::futex_wake(upper(state), count, classes, matches!(scope, Scope::Shared)) > 0
}
