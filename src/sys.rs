// SPDX-License-Identifier: MIT OR Apache-2.0
//! What we ask of the operating system.
//!
//! Thin wrappers over the C library, so that the layers above hold no `unsafe`
//! for it. None of them allocates, and all but [`environment_is`] may be called
//! from a signal handler.

use core::ffi::CStr;

use crate::arch;
#[cfg(all(feature = "capi", debug_assertions))]
pub(crate) use fatal::die;

/// The clocks that a wait can be timed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clock {
    Monotonic,
    Realtime,
}

impl Clock {
    /// The clock with this number, if waits can be timed by it.
    pub(crate) fn from_id(id: libc::clockid_t) -> Option<Self> {
        match id {
            libc::CLOCK_MONOTONIC => Some(Self::Monotonic),
            libc::CLOCK_REALTIME => Some(Self::Realtime),
            _ => None,
        }
    }

    const fn id(self) -> libc::clockid_t {
        match self {
            Self::Monotonic => libc::CLOCK_MONOTONIC,
            Self::Realtime => libc::CLOCK_REALTIME,
        }
    }
}

/// The time of `clock` in nanoseconds.
pub(crate) fn now_ns(clock: Clock) -> u64 {
    let mut now = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: `now` is a valid place for one timespec. The call cannot fail:
    // every Linux kernel has these clocks.
    unsafe { libc::clock_gettime(clock.id(), &raw mut now) };
    // Neither field is negative, unless somebody sets the clock before 1970.
    (now.tv_sec as u64)
        .wrapping_mul(1_000_000_000)
        .wrapping_add(now.tv_nsec as u64)
}

/// CLOCK_MONOTONIC in nanoseconds.
pub(crate) fn monotonic_ns() -> u64 {
    now_ns(Clock::Monotonic)
}

/// Lets another runnable thread have this CPU, if there is one.
pub(crate) fn yield_cpu() {
    // SAFETY: sched_yield has no preconditions.
    unsafe { libc::sched_yield() };
}

/// The value of the environment variable `name`.
///
/// Read without copying; a program that calls setenv at the same moment has
/// the race that every getenv has.
pub(crate) fn environment(name: &CStr) -> Option<&'static [u8]> {
    // SAFETY: `name` is a C string.
    let found = unsafe { libc::getenv(name.as_ptr()) };
    if found.is_null() {
        return None;
    }
    // SAFETY: what getenv returns is a C string that stays valid until the
    // environment is changed.
    Some(unsafe { CStr::from_ptr(found) }.to_bytes())
}

/// Whether the environment variable `name` is set to exactly `value`.
pub(crate) fn environment_is(name: &CStr, value: &CStr) -> bool {
    environment(name) == Some(value.to_bytes())
}

/// A line for standard error, put together without allocating. What does not
/// fit is cut off.
pub(crate) struct Line {
    bytes: [u8; 240],
    length: usize,
}

impl Line {
    pub(crate) const fn new() -> Self {
        Self {
            bytes: [0; 240],
            length: 0,
        }
    }

    pub(crate) fn text(&mut self, text: &[u8]) {
        for &byte in text {
            self.push(byte);
        }
    }

    pub(crate) fn number(&mut self, number: u64) {
        if number > 9 {
            self.number(number / 10);
        }
        self.push(b'0' + (number % 10) as u8);
    }

    fn push(&mut self, byte: u8) {
        // One place is kept for the end of the line.
        if self.length + 1 == self.bytes.len() {
            return;
        }
        // Indexing would bring a panic into the library.
        if let Some(place) = self.bytes.get_mut(self.length) {
            *place = byte;
            self.length += 1;
        }
    }

    /// Writes the line in one piece. errno is kept: the caller's caller may be
    /// about to read it.
    pub(crate) fn print(mut self) {
        if let Some(place) = self.bytes.get_mut(self.length) {
            *place = b'\n';
        }
        // SAFETY: errno is the thread's own.
        let errno = unsafe { libc::__errno_location() };
        // SAFETY: as above.
        let kept = unsafe { errno.read() };
        // SAFETY: the buffer holds that many bytes. If it cannot be written,
        // there is nobody to tell.
        unsafe {
            libc::write(
                libc::STDERR_FILENO,
                self.bytes.as_ptr().cast(),
                self.length + 1,
            )
        };
        // SAFETY: as above.
        unsafe { errno.write(kept) };
    }
}

/// The answer of [`futex_wait`] whose time has passed.
pub(crate) const TIMED_OUT: isize = -(libc::ETIMEDOUT as isize);

/// Sleeps while the word at `address` reads `expected`, until an absolute time
/// on CLOCK_MONOTONIC or CLOCK_REALTIME if `until` is not null. 0 if it was
/// woken; other errors than [`TIMED_OUT`] say that the word is not as expected
/// or that a signal came.
///
/// # Safety
///
/// `address` is an aligned word that lives during the call; `until` is null or
/// a valid time that lives as long.
pub(crate) unsafe fn futex_wait(
    address: *const u32,
    expected: u32,
    bits: u32,
    until: *const libc::timespec,
    realtime: bool,
    shared: bool,
) -> isize {
    let clock = if realtime {
        libc::FUTEX_CLOCK_REALTIME
    } else {
        0
    };
    let op = libc::FUTEX_WAIT_BITSET | clock | private_flag(shared);
    // SAFETY: the caller keeps both pointers valid.
    unsafe { arch::futex(address, op, expected, until, bits) }
}

/// Wakes up to `count` of those who sleep at `address` with one of `bits`; how
/// many there were.
///
/// The kernel takes the address as a number: nothing need be there any more.
pub(crate) fn futex_wake(address: *const u32, count: i32, bits: u32, shared: bool) -> isize {
    let op = libc::FUTEX_WAKE_BITSET | private_flag(shared);
    // SAFETY: a wake neither reads nor writes the program's memory. On memory
    // that is gone it fails, which is as good as finding nobody.
    unsafe { arch::futex(address, op, count as u32, core::ptr::null(), bits) }
}

const fn private_flag(shared: bool) -> i32 {
    if shared { 0 } else { libc::FUTEX_PRIVATE_FLAG }
}

/// A number that no other living thread of the process has, for the price of a
/// register: the address of the thread's control block.
pub(crate) fn thread_in_process() -> u64 {
    arch::thread_pointer() as u64
}

/// A number that no other living thread of the machine has: the kernel's
/// thread id.
///
/// The C library keeps it in the thread's control block and right across fork,
/// but tells it only through a system call, which a sandbox may forbid. But it
/// also writes it into every recursive mutex that the thread locks.
#[cfg(target_env = "gnu")]
pub(crate) fn thread_in_system() -> u64 {
    use core::mem::MaybeUninit;

    /// Where glibc's ABI has the owner in `pthread_mutex_t`: after the lock and
    /// the count, an int each.
    const OWNER: usize = 8;

    let mut mutex = MaybeUninit::new(libc::PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP);
    let owner = mutex.as_ptr().wrapping_byte_add(OWNER).cast::<u32>();
    // SAFETY: a mutex of this thread alone, correctly initialised: the call
    // takes it at once.
    unsafe { libc::pthread_mutex_lock(mutex.as_mut_ptr()) };
    // SAFETY: the field lies inside the mutex, is aligned, and was written.
    let owner = unsafe { owner.read() };
    // SAFETY: this thread has it locked.
    unsafe { libc::pthread_mutex_unlock(mutex.as_mut_ptr()) };
    u64::from(owner)
}

/// A number that no other living thread of the machine has: the kernel's
/// thread id.
#[cfg(not(target_env = "gnu"))]
pub(crate) fn thread_in_system() -> u64 {
    // SAFETY: gettid has no preconditions.
    unsafe { libc::gettid() as u64 }
}

#[cfg(all(feature = "capi", debug_assertions))]
mod fatal {
    /// Writes `message` to standard error and aborts the process.
    #[cold]
    pub(crate) fn die(message: &str) -> ! {
        // SAFETY: the pointer and length describe a live string. A failed
        // write changes nothing: the abort follows anyway.
        unsafe { libc::write(libc::STDERR_FILENO, message.as_ptr().cast(), message.len()) };
        // SAFETY: abort has no preconditions.
        unsafe { libc::abort() }
    }
}
