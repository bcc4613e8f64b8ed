// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which thread writes, to refuse that thread a second go at the lock; and while
//! nobody does, which one read last, to learn whether several do.

use core::sync::atomic::Ordering::Relaxed;

use super::Plain64;
use crate::bias;
use crate::park::Scope;

/// The thread inside as the writer: an even number. Or what there is to say about
/// readers since the last writer, which is odd: from bit 32 how much was read,
/// below that which thread was the last to. 0 if there is neither.
///
/// The writer is only ever compared with the thread that asks. That thread reads
/// its own number only if it stored it and has not cleared it since, so no order
/// is needed. Readers write here while they are inside, so never beside a writer;
/// beside each other, so that one now and then counts for nothing.
#[repr(transparent)]
#[derive(Debug)]
pub(super) struct Owner(Plain64);

/// What a read counts by another thread than the one that read before: the lock's
/// line had to travel. One by the same thread counts 1.
pub(super) const CHANGE: u64 = 64;

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

    /// Called by a reader inside: what has been read since the last writer.
    #[inline(always)]
    pub(super) fn read_by_me(&self) -> u32 {
        let before = self.0.load(Relaxed);
        let me = my_reading();
        let weight = if before as u32 == me { 1 } else { CHANGE };
        // From 0 on, which is what the last writer left.
        let reads = (before >> 32) + weight;
        self.0.store(reads << 32 | u64::from(me), Relaxed);
        reads as u32
    }

    /// Called by a reader inside: counts from 0 on.
    pub(super) fn forget_reads(&self) {
        self.0.store(u64::from(my_reading()), Relaxed);
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
