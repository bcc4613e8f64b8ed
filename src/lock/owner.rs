// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which thread writes, to refuse that thread a second go at the lock.

use core::sync::atomic::Ordering::Relaxed;

use super::Plain64;
use crate::park::Scope;

/// The thread inside as the writer, 0 if there is none.
///
/// Only ever compared with the thread that asks. That thread reads its own
/// number only if it stored it and has not cleared it since, so no order is
/// needed.
#[repr(transparent)]
#[derive(Debug)]
pub(super) struct Owner(Plain64);

impl Owner {
    pub(super) const fn none() -> Self {
        Self(Plain64::new(0))
    }

    #[cfg(loom)]
    pub(super) fn field(&mut self) -> &mut Plain64 {
        &mut self.0
    }

    /// Called by a writer that came in.
    #[inline(always)]
    pub(super) fn set(&self, scope: Scope) {
        self.0.store(me(scope), Relaxed);
    }

    /// Called by the writer before it leaves.
    #[inline(always)]
    pub(super) fn clear(&self) {
        self.0.store(0, Relaxed);
    }

    /// Whether a writer is inside, for whoever is inside.
    #[inline(always)]
    pub(super) fn is_set(&self) -> bool {
        self.0.load(Relaxed) != 0
    }

    /// Whether the calling thread is the writer.
    pub(super) fn is_me(&self, scope: Scope) -> bool {
        let owner = self.0.load(Relaxed);
        owner != 0 && owner == me(scope)
    }
}

/// A number for the calling thread that no other thread has which can see the
/// lock.
#[cfg(not(loom))]
#[inline(always)]
fn me(scope: Scope) -> u64 {
    use crate::sys;

    // Out of the way: its stack frame would be built on every path.
    #[cold]
    #[inline(never)]
    fn in_system() -> u64 {
        sys::thread_in_system()
    }

    match scope {
        Scope::Process => sys::thread_in_process(),
        Scope::Shared => in_system(),
    }
}

/// loom's threads all run on one thread of the system. A number that was an
/// address could come back for a thread that knows nothing of the first.
#[cfg(loom)]
fn me(_: Scope) -> u64 {
    static NEXT: core::sync::atomic::AtomicU64 = core::sync::atomic::AtomicU64::new(1);
    loom::thread_local! {
        static NUMBER: u64 = NEXT.fetch_add(1, Relaxed);
    }

    NUMBER.with(|number| *number)
}
