// SPDX-License-Identifier: MIT OR Apache-2.0
//! What models need beside the lock's own code: a clock, a choice of what loom
//! watches, and the lock's end.

use core::cell::Cell;
use core::sync::atomic::Ordering;

use super::RswLock;

/// How long a turn is beside everything else that happens in a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    /// The last turn was given just before, and no other becomes due.
    Short,
    /// The first turn is due, and no other.
    Middle,
    /// Between any two looks at the clock a turn becomes due, and whoever has
    /// waited for something else before has waited too long.
    Long,
}

// One of each for each test: loom runs all threads of a model on one of the
// system.
std::thread_local! {
    static TIME: Cell<Time> = const { Cell::new(Time::Middle) };
    static NOW: Cell<u64> = const { Cell::new(1) };
    static ALL_FIELDS: Cell<bool> = const { Cell::new(false) };
    static BIAS_AFTER: Cell<Option<u32>> = const { Cell::new(None) };
}

/// Sets how much a lock must be read before it is biased: never is it enough, if
/// that is not said.
pub fn set_bias_after(reads: Option<u32>) {
    BIAS_AFTER.set(reads);
}

pub(super) fn bias_after() -> u32 {
    BIAS_AFTER.get().unwrap_or(u32::MAX)
}

pub(super) fn is_biased_after(reads: u32) -> bool {
    reads >= bias_after()
}

/// Sets the pace of the clock for the models that this thread explores.
pub fn set_time(time: Time) {
    TIME.set(time);
}

/// Lets loom watch the fields beside the state as well. They decide little, and
/// multiply what there is to explore.
pub fn watch_all_fields(all: bool) {
    ALL_FIELDS.set(all);
}

pub(super) fn now_ns() -> u64 {
    if TIME.get() == Time::Long {
        // Longer than the longest patience.
        NOW.set(NOW.get() + (1 << 32));
    }
    NOW.get()
}

macro_rules! plain_atomic {
    ($name:ident, $number:ty, $unwatched:ty, $watched:ty) => {
        /// An atomic field that loom may watch or not.
        #[derive(Debug)]
        pub(super) struct $name {
            unwatched: $unwatched,
            watched: Option<$watched>,
        }

        impl $name {
            pub(super) const fn new(value: $number) -> Self {
                Self {
                    unwatched: <$unwatched>::new(value),
                    watched: None,
                }
            }

            fn watch(&mut self) {
                self.watched = Some(<$watched>::new(self.unwatched.load(Ordering::Relaxed)));
            }

            pub(super) fn load(&self, order: Ordering) -> $number {
                match &self.watched {
                    Some(field) => field.load(order),
                    None => self.unwatched.load(order),
                }
            }

            pub(super) fn store(&self, value: $number, order: Ordering) {
                match &self.watched {
                    Some(field) => field.store(value, order),
                    None => self.unwatched.store(value, order),
                }
            }

            #[allow(dead_code, reason = "one of the two has such a field")]
            pub(super) fn compare_exchange(
                &self,
                current: $number,
                new: $number,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$number, $number> {
                match &self.watched {
                    Some(field) => field.compare_exchange(current, new, success, failure),
                    None => self
                        .unwatched
                        .compare_exchange(current, new, success, failure),
                }
            }

            fn destroy(&mut self) {
                if let Some(field) = &mut self.watched {
                    field.with_mut(|value| *value = <$number>::MAX);
                }
            }
        }
    };
}

plain_atomic!(
    Plain32,
    u32,
    core::sync::atomic::AtomicU32,
    loom::sync::atomic::AtomicU32
);
plain_atomic!(
    Plain64,
    u64,
    core::sync::atomic::AtomicU64,
    loom::sync::atomic::AtomicU64
);

impl RswLock {
    /// The lock at the beginning of a model.
    pub(super) fn begin(mut self) -> Self {
        if TIME.get() == Time::Short {
            self.turn_at = Plain64::new(u64::MAX);
        }
        if ALL_FIELDS.get() {
            self.turn_at.watch();
            self.patience.watch();
            self.owner.field().watch();
        }
        self
    }

    /// Does to the lock what freeing its memory would: loom reports an access
    /// that does not happen before, whenever it comes.
    pub fn destroy(&mut self) {
        self.state.with_mut(|state| *state = u64::MAX);
        self.bias.with_mut(|bias| *bias = u64::MAX);
        self.turn_at.destroy();
        self.patience.destroy();
        self.owner.field().destroy();
    }
}
