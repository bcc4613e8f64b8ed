// SPDX-License-Identifier: MIT OR Apache-2.0
//! The C side seen from Rust: `locks/bench.h`'s structures and the table of locks that were compiled in.

use std::ffi::{CStr, c_char, c_void};

use crate::preload::{Calls, Preload};

/// Mirrors `BENCH_BUCKETS`.
pub const BUCKETS: usize = 60 * SUB_BUCKETS;
/// Mirrors `BENCH_SUB`.
pub const SUB_BUCKETS: usize = 32;
const LINES: usize = 128;

/// Mirrors `enum bench_mode`: which of the specialised loops a slice runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Mode {
    Read = 0,
    Write = 1,
    Seek = 2,
    Mix = 3,
}

/// Mirrors `enum bench_role`; the order of a group's columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    Reference,
    Ours,
    Other,
    Bound,
}

/// What a lock is compared with: only locks behind the same boundary say something about each other. Each has a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Lock words, and what a C program could compile or link in their place.
    Words,
    /// Locks under the C library's names.
    Preload,
    /// The same locks, preloaded into a program whose threads share OpenSSL.
    Openssl,
}

const HAS_SEEK: u32 = 1;
const HAS_UPGRADE: u32 = 2;
const AMONG_PRELOADS: u32 = 4;

#[repr(C)]
pub struct Hist {
    pub max: u64,
    pub count: [u64; BUCKETS],
}

impl Hist {
    pub fn zeroed() -> Box<Self> {
        Box::new(Self {
            max: 0,
            count: [0; BUCKETS],
        })
    }

    pub fn merge(&mut self, other: &Self) {
        self.max = self.max.max(other.max);
        for (sum, more) in self.count.iter_mut().zip(&other.count) {
            *sum += more;
        }
    }
}

#[repr(C, align(128))]
pub struct LockMemory(pub [u8; LINES]);

#[repr(C, align(128))]
pub struct Guarded(pub u64);

#[repr(C, align(128))]
pub struct Control {
    pub stop: u32,
    pub mode: u32,
    pub hold: u64,
    pub outside: u64,
    pub read_below: u64,
}

/// Mirrors `struct bench_shared`.
#[repr(C)]
pub struct Shared {
    pub lock: LockMemory,
    pub guarded: Guarded,
    pub control: Control,
}

/// Mirrors `struct bench_thread`.
#[repr(C, align(128))]
pub struct Thread {
    pub shared: *mut Shared,
    pub read_wait: *mut Hist,
    pub write_wait: *mut Hist,
    pub random: u64,
    pub writer: u32,
    pub reads: u64,
    pub writes: u64,
    pub torn: u64,
}

/// Mirrors `struct bench_lock`.
#[repr(C)]
struct RawLock {
    id: *const c_char,
    role: u32,
    caps: u32,
    version: extern "C" fn() -> *const c_char,
    init: unsafe extern "C" fn(*mut c_void),
    run: unsafe extern "C" fn(*mut Thread),
    upgrade: Option<unsafe extern "C" fn(*mut Thread)>,
}

// SAFETY: the C side defines these as constants and so are the strings they point to.
unsafe impl Sync for RawLock {}

/// The list is closed by a null pointer.
#[repr(transparent)]
struct RawList([*const RawLock; 0]);

// SAFETY: the list and what it points to are constants.
unsafe impl Sync for RawList {}

unsafe extern "C" {
    static bench_locks: RawList;
    static bench_lock_preload: RawLock;
    fn bench_preload_use(chosen: *const Calls);
    fn bench_sizeof_shared() -> usize;
    fn bench_sizeof_thread() -> usize;
    fn bench_sizeof_hist() -> usize;
    fn bench_sizeof_lock() -> usize;
    fn bench_sizeof_calls() -> usize;
    safe fn bench_busy(rounds: u64);
    #[cfg(test)]
    safe fn bench_hist_index(value: u64) -> usize;
}

/// One lock of the table.
#[derive(Clone, Copy)]
pub struct Lock {
    raw: &'static RawLock,
    /// For the locks that share the loop of `locks/preload.c`: which of them this is.
    preload: Option<&'static Preload>,
}

impl Lock {
    /// A lock that was found by name, in an object that stays loaded.
    pub fn preloaded(preload: Preload) -> Self {
        Self {
            // SAFETY: a constant of the C side.
            raw: unsafe { &bench_lock_preload },
            preload: Some(Box::leak(Box::new(preload))),
        }
    }

    pub fn id(self) -> &'static str {
        match self.preload {
            Some(preload) => &preload.id,
            None => text(self.raw.id),
        }
    }

    /// For a lock out of a shared object, the file's path.
    pub fn version(self) -> &'static str {
        match self.preload {
            Some(preload) => &preload.version,
            None => text((self.raw.version)()),
        }
    }

    pub fn group(self) -> Group {
        if self.raw.caps & AMONG_PRELOADS == 0 {
            Group::Words
        } else {
            Group::Preload
        }
    }

    pub fn role(self) -> Role {
        if let Some(preload) = self.preload {
            return preload.role;
        }
        match self.raw.role {
            0 => Role::Reference,
            1 => Role::Ours,
            2 => Role::Other,
            _ => Role::Bound,
        }
    }

    /// Whether it came out of a shared object that a program could preload, or is the C library's in their place.
    pub fn is_object(self) -> bool {
        self.preload.is_some()
    }

    pub fn has_seek(self) -> bool {
        self.raw.caps & HAS_SEEK != 0
    }

    pub fn has_upgrade(self) -> bool {
        self.raw.caps & HAS_UPGRADE != 0
    }

    /// Makes the shared memory ready for a slice with this lock.
    pub fn init(self, shared: &mut Shared) {
        shared.lock.0 = [0; LINES];
        if let Some(preload) = self.preload {
            // SAFETY: between slices no thread is in the loop.
            unsafe { bench_preload_use(&raw const preload.calls) };
        }
        // SAFETY: the memory is exclusively ours, aligned, and large enough (the worker asserts that its lock fits).
        unsafe { (self.raw.init)(shared.lock.0.as_mut_ptr().cast()) }
    }

    /// Runs turns until the stop flag is set.
    ///
    /// # Safety
    /// `thread` points to a `Thread` of the calling thread alone; its `shared` lives on and was made ready by `init`.
    pub unsafe fn run(self, thread: *mut Thread) {
        // SAFETY: passed on to the caller.
        unsafe { (self.raw.run)(thread) }
    }

    /// Runs one side of the upgraders scenario until the stop flag is set.
    ///
    /// # Safety
    /// As for `run`, and `write_wait` is set for the writer.
    pub unsafe fn upgrade(self, thread: *mut Thread) {
        let upgrade = self
            .raw
            .upgrade
            .expect("only locks with upgrades are asked");
        // SAFETY: passed on to the caller.
        unsafe { upgrade(thread) }
    }
}

fn text(pointer: *const c_char) -> &'static str {
    // SAFETY: the C side gives pointers to constant strings only.
    unsafe { CStr::from_ptr(pointer) }
        .to_str()
        .expect("names and versions are ASCII")
}

/// All locks that are compiled in, in the order of the table's columns.
pub fn locks() -> Vec<Lock> {
    let first = (&raw const bench_locks).cast::<*const RawLock>();
    // SAFETY: the list is closed by a null pointer, so every index up to the first null is inside.
    let place = |index: usize| unsafe { first.add(index) };
    // SAFETY: as above.
    let entry = |index: usize| unsafe { place(index).read() };
    // SAFETY: a non-null entry points to a constant of that type.
    let raw = |pointer: *const RawLock| unsafe { pointer.as_ref() };
    (0..)
        .map_while(|index| raw(entry(index)))
        .map(|raw| Lock { raw, preload: None })
        .collect()
}

/// Spins through `rounds` of the arithmetic that hold and outside times are made of.
pub fn busy(rounds: u64) {
    bench_busy(rounds);
}

/// Stops at once if the two descriptions of the shared structures have drifted apart.
pub fn check_layout() {
    // SAFETY: plain functions without arguments.
    let shared = unsafe { bench_sizeof_shared() };
    // SAFETY: as above.
    let thread = unsafe { bench_sizeof_thread() };
    // SAFETY: as above.
    let hist = unsafe { bench_sizeof_hist() };
    // SAFETY: as above.
    let lock = unsafe { bench_sizeof_lock() };
    // SAFETY: as above.
    let calls = unsafe { bench_sizeof_calls() };
    assert_eq!(calls, size_of::<Calls>(), "struct bench_calls");
    assert_eq!(shared, size_of::<Shared>(), "struct bench_shared");
    assert_eq!(thread, size_of::<Thread>(), "struct bench_thread");
    assert_eq!(hist, size_of::<Hist>(), "struct bench_hist");
    assert_eq!(lock, size_of::<RawLock>(), "struct bench_lock");
}

#[cfg(test)]
pub fn hist_index(value: u64) -> usize {
    bench_hist_index(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_agree_on_the_layout() {
        check_layout();
    }

    #[test]
    fn the_table_has_the_reference_first_and_names_once() {
        let locks = locks();
        assert_eq!(locks[0].id(), "glibc");
        assert_eq!(locks[0].role(), Role::Reference);
        let mut names: Vec<_> = locks.iter().map(|lock| lock.id()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), locks.len());
    }
}
