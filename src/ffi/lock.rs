// SPDX-License-Identifier: MIT OR Apache-2.0
//! The blocking lock.

use core::ffi::{c_int, c_uint};

use libc::{EAGAIN, EBUSY, EDEADLK, EINVAL, EPERM, ETIMEDOUT, timespec};

use crate::lock::{Outcome, Preference, Refusal, RswLock, announce};
use crate::park::{Deadline, Scope};

/// A lock that spins when that is best and sleeps when that is best. Start it
/// with RSWLOCK_INIT, with zero bytes, or by rswlock_init; all fields are the
/// library's.
#[repr(C)]
pub struct rswlock_t {
    /// The library's.
    pub state_: [u64; 6],
    /// The library's; one of RSWLOCK_PREFER_* in a static initialiser.
    pub preference_: u32,
    /// The library's.
    pub unused_: u32,
}

const _: () = assert!(size_of::<rswlock_t>() == size_of::<RswLock>());
const _: () = assert!(align_of::<rswlock_t>() == align_of::<RswLock>());
const _: () =
    assert!(core::mem::offset_of!(rswlock_t, preference_) == RswLock::OFFSET_OF_PREFERENCE);

/// For rswlock_init: readers and writers take turns; a reader lets a waiting
/// writer go first for a bounded time, so a thread may take R again while it
/// holds it. The default.
pub const RSWLOCK_PREFER_READERS: c_uint = 0;
/// For rswlock_init: a writer passes the lock on to writers first. Readers
/// starve as long as writers come without a gap.
pub const RSWLOCK_PREFER_WRITERS: c_uint = 1;
/// For rswlock_init: as RSWLOCK_PREFER_WRITERS, and new readers wait as long as
/// a writer waits. A thread that takes R again while it holds it may wait for
/// itself.
pub const RSWLOCK_PREFER_WRITERS_NONRECURSIVE: c_uint = 2;
/// For rswlock_init: readers wait for the writers that wait, and writers for
/// the readers that wait; nobody waits for more than one turn of the others. R
/// cannot be taken again by a thread that holds it.
pub const RSWLOCK_FAIR: c_uint = 3;
/// For rswlock_init, to be added to one of the above: the lock lies in memory
/// that several processes see, at the same address or not.
pub const RSWLOCK_PROCESS_SHARED: c_uint = 0x100;

const _: () = assert!(
    RSWLOCK_PREFER_READERS == Preference::Readers as c_uint
        && RSWLOCK_PREFER_WRITERS == Preference::Writers as c_uint
        && RSWLOCK_PREFER_WRITERS_NONRECURSIVE == Preference::WritersNonrecursive as c_uint
        && RSWLOCK_FAIR == Preference::Fair as c_uint
);

/// # Safety
///
/// As the header says: a lock that was initialised and lives during the call.
#[inline(always)]
unsafe fn at<'a>(lock: *const rswlock_t) -> &'a RswLock {
    #[cfg(debug_assertions)]
    super::check(lock.addr(), align_of::<rswlock_t>());
    // SAFETY: the caller's. The two types have one size and alignment, and all
    // that changes in a lock is atomic.
    unsafe { &*lock.cast::<RswLock>() }
}

#[inline(always)]
fn errno(outcome: Outcome) -> c_int {
    match outcome {
        Ok(()) => 0,
        Err(Refusal::Busy) => EBUSY,
        Err(Refusal::Deadlock) => EDEADLK,
        Err(Refusal::TooManyReaders) => EAGAIN,
        Err(Refusal::TimedOut) => ETIMEDOUT,
        Err(Refusal::NotHeld) => EPERM,
    }
}

/// Makes a free lock of the bytes at lock, whatever they were. attributes is 0,
/// or one of RSWLOCK_PREFER_* or RSWLOCK_FAIR, with or without
/// RSWLOCK_PROCESS_SHARED. 0; or EINVAL for anything else, and nothing is done.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rswlock_init(lock: *mut rswlock_t, attributes: c_uint) -> c_int {
    let preference = attributes & !RSWLOCK_PROCESS_SHARED;
    if preference > RSWLOCK_FAIR {
        return EINVAL;
    }
    let scope = if attributes & RSWLOCK_PROCESS_SHARED == 0 {
        Scope::Process
    } else {
        Scope::Shared
    };
    announce();
    let free = RswLock::new(scope, Preference::from_number(preference));
    // SAFETY: the caller passes a place for a lock.
    unsafe { lock.cast::<RswLock>().write(free) };
    0
}

/// Ends a lock: 0; or EBUSY if somebody is inside or waits, and nothing is
/// done. Its memory may also just be freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn rswlock_destroy(lock: *mut rswlock_t) -> c_int {
    // SAFETY: the caller's.
    let lock = unsafe { at(lock) };
    if lock.is_in_use() {
        return EBUSY;
    }
    lock.forget_bias();
    0
}

/// # Safety
///
/// That of [`at`], and `time` points to a time.
unsafe fn by(
    lock: *const rswlock_t,
    clock: c_int,
    time: *const timespec,
    take: fn(&RswLock, &Deadline) -> Outcome,
) -> c_int {
    // SAFETY: the caller's.
    let time = unsafe { &*time };
    match Deadline::from_timespec(clock, time) {
        // SAFETY: the caller's.
        Some(deadline) => errno(take(unsafe { at(lock) }, &deadline)),
        None => EINVAL,
    }
}

macro_rules! lock_calls {
    ($($(#[$doc:meta])* $shape:ident $name:ident: $method:ident;)*) => {$(
        lock_call!($shape $name $method [$(#[$doc])*]);
    )*};
}

macro_rules! lock_call {
    (plain $name:ident $method:ident [$(#[$doc:meta])*]) => {
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(lock: *mut rswlock_t) -> c_int {
            // SAFETY: the caller's.
            errno(unsafe { at(lock) }.$method())
        }
    };
    (timed $name:ident $method:ident [$(#[$doc:meta])*]) => {
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            lock: *mut rswlock_t,
            clock: c_int,
            abstime: *const timespec,
        ) -> c_int {
            // SAFETY: the caller's.
            unsafe { by(lock, clock, abstime, RswLock::$method) }
        }
    };
}

lock_calls! {
    /// Takes R if that is possible at once: 0, or EBUSY; EAGAIN if 2^28 - 1
    /// readers are inside. Fails only if a writer is inside, or, with the two
    /// preferences that make readers wait for writers, if one waits.
    plain rswlock_try_r: try_r;
    /// Takes R; waits for writers. 0; EDEADLK if the caller holds W; EAGAIN as
    /// rswlock_try_r.
    plain rswlock_take_r: take_r;
    /// Takes R, or gives up when clock, CLOCK_REALTIME or CLOCK_MONOTONIC, reads
    /// abstime: ETIMEDOUT. EINVAL for another clock or a malformed time, even
    /// if the lock is free; else as rswlock_take_r. A lock that can be taken at
    /// once is taken even if abstime has passed.
    timed rswlock_take_r_until: take_r_until;
    /// Gives R back: 0, or EPERM if no reader is inside. Any thread may do it.
    plain rswlock_drop_r: drop_r;

    /// Takes S if neither a seeker nor a writer is inside: 0, or EBUSY.
    plain rswlock_try_s: try_s;
    /// Takes S; waits for the seeker and for writers. 0, or EDEADLK if the
    /// caller holds W.
    plain rswlock_take_s: take_s;
    /// Takes S by abstime on clock, as rswlock_take_r_until.
    timed rswlock_take_s_until: take_s_until;
    /// Gives S back: 0, or EPERM if no seeker is inside.
    plain rswlock_drop_s: drop_s;

    /// Takes W if nobody is inside: 0, or EBUSY.
    plain rswlock_try_w: try_w;
    /// Takes W; waits for everybody inside. 0, or EDEADLK if the caller holds W.
    plain rswlock_take_w: take_w;
    /// Takes W by abstime on clock, as rswlock_take_r_until.
    timed rswlock_take_w_until: take_w_until;
    /// Gives W back: 0, or EPERM if no writer is inside.
    plain rswlock_drop_w: drop_w;

    /// S to W; waits for the readers inside and keeps new ones out. 0, or EPERM
    /// if no seeker is inside.
    plain rswlock_stow: stow;
    /// W to S: readers may come in. 0, or EPERM if no writer is inside.
    plain rswlock_wtos: wtos;
    /// W to R: readers and a seeker may come in. 0, or EPERM as rswlock_wtos.
    plain rswlock_wtor: wtor;
    /// S to R: another seeker may come in. 0; EPERM if no seeker is inside;
    /// EAGAIN, and S is still held, if 2^28 - 1 readers are.
    plain rswlock_stor: stor;
    /// R to S: 0, or EBUSY if there is a seeker and R is still held: give it
    /// back before waiting for anything. EPERM if no reader is inside.
    plain rswlock_try_rtos: try_rtos;
    /// R to W: 0, or EBUSY if somebody else is inside and R is still held: give
    /// it back before waiting for anything. EPERM if no reader is inside.
    plain rswlock_try_rtow: try_rtow;
}
