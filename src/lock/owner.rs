// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which thread writes, to refuse that thread a second go at the lock; and while
//! nobody does, which one read last, to learn whether several do.

use core::sync::atomic::Ordering::Relaxed;

use super::Plain64;
use crate::bias;
use crate::park::Scope;

/// The thread inside as the writer: an even number. Or a [`Reading`], which is
/// odd. 0 if there is neither.
///
/// The writer is only ever compared with the thread that asks. That thread reads
/// its own number only if it stored it and has not cleared it since, so no order
/// is needed. Readers write here while they are inside, so never beside a writer;
/// beside each other, so that one now and then counts for nothing.
#[repr(transparent)]
#[derive(Debug)]
pub(super) struct Owner(Plain64);

/// What the readers since the last writer were like.
#[derive(Clone, Copy)]
pub(super) struct Reading(u64);

impl Reading {
    /// How often the lock was read by another thread than the time before.
    pub(super) const fn changes(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

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
        let owner = self.0.load(Relaxed);
        owner != 0 && owner & 1 == 0
    }

    /// Whether the calling thread, a reader inside, was the last to say so by
    /// [`read_by_me`](Self::read_by_me).
    #[inline(always)]
    pub(super) fn was_read_by_me(&self) -> bool {
        self.0.load(Relaxed) as u32 == my_reading()
    }

    /// Called by a reader inside.
    pub(super) fn read_by_me(&self) -> Reading {
        let before = self.0.load(Relaxed);
        // A writer that is still here is one whose number no longer counts.
        let changes = if before & 1 == 0 { 0 } else { before >> 32 };
        let changes = (changes + 1).min(u64::from(u32::MAX));
        let reading = changes << 32 | u64::from(my_reading());
        self.0.store(reading, Relaxed);
        Reading(reading)
    }

    /// Whether the calling thread is the writer.
    pub(super) fn is_me(&self, scope: Scope) -> bool {
        let owner = self.0.load(Relaxed);
        owner != 0 && owner == me(scope)
    }
}

/// An odd number for the calling thread, which few others have.
#[inline(always)]
fn my_reading() -> u32 {
    bias::thread_tag() << 1 | 1
}

/// An even number for the calling thread that no other thread has which can see
/// the lock.
#[cfg(not(loom))]
#[inline(always)]
fn me(scope: Scope) -> u64 {
    use crate::sys;

    // Out of the way: its stack frame would be built on every path.
    #[cold]
    #[inline(never)]
    fn in_system() -> u64 {
        sys::thread_in_system() << 1
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

    NUMBER.with(|number| *number << 1)
}
