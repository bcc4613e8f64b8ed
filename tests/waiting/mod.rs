// SPDX-License-Identifier: MIT OR Apache-2.0
//! Threads that wait for a blocking lock, in an order that a test decides.
#![allow(dead_code, reason = "not every test needs all of it")]

use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use rswlock::lock::{Preference, RswLock};
use rswlock::park::Deadline;

pub const PREFERENCES: [Preference; 4] = [
    Preference::Readers,
    Preference::Writers,
    Preference::WritersNonrecursive,
    Preference::Fair,
];

/// Longer than anything here takes on a busy machine.
const FOR_EVER: Duration = Duration::from_secs(60);

/// Long enough for somebody who was wrongly let in to show itself.
pub const A_WHILE: Duration = Duration::from_millis(60);

/// Ends the test program: after a panic it would wait for the threads that wait
/// for the lock.
fn fail(why: &str) -> ! {
    eprintln!("{why}");
    std::process::abort();
}

/// Runs a test, and ends the program if that takes for ever.
pub fn limited(test: impl FnOnce()) {
    let (over, watched): (Sender<()>, Receiver<()>) = channel();
    thread::spawn(move || {
        if watched.recv_timeout(FOR_EVER) == Err(RecvTimeoutError::Timeout) {
            fail("somebody waits for ever");
        }
    });
    test();
    drop(over);
}

pub fn eventually(what: &str, condition: impl Fn() -> bool) {
    let end = Instant::now() + FOR_EVER / 2;
    while !condition() {
        if Instant::now() > end {
            fail(&format!("{what} did not happen"));
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// The time on a clock.
pub fn now(clock: libc::clockid_t) -> Duration {
    let mut now = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: `now` is a valid place for one timespec.
    assert_eq!(unsafe { libc::clock_gettime(clock, &raw mut now) }, 0);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// The deadline at which a clock shows this time.
pub fn until(clock: libc::clockid_t, time: Duration) -> Deadline {
    let time = libc::timespec {
        tv_sec: time.as_secs() as libc::time_t,
        tv_nsec: time.subsec_nanos().into(),
    };
    Deadline::from_timespec(clock, &time).expect("a valid time on a valid clock")
}

/// The lock's state, its first field.
pub fn state(lock: &RswLock) -> &AtomicU64 {
    // SAFETY: the structure has the layout of C, and begins with an AtomicU64,
    // which lives as long as the lock.
    unsafe { &*std::ptr::from_ref(lock).cast::<AtomicU64>() }
}

/// What has happened, in order.
#[derive(Default)]
pub struct Diary(Mutex<Vec<&'static str>>);

impl Diary {
    pub fn note(&self, entry: &'static str) {
        self.0.lock().unwrap().push(entry);
    }

    pub fn entries(&self) -> Vec<&'static str> {
        self.0.lock().unwrap().clone()
    }

    pub fn has(&self, entry: &str) -> bool {
        self.entries().contains(&entry)
    }
}

/// The kernel's number of a thread that was started to wait, 0 before.
#[derive(Default)]
pub struct Waiter(AtomicU64);

impl Waiter {
    fn is_asleep(&self) -> bool {
        let id = self.0.load(SeqCst);
        // The name of the thread comes before its state, in parentheses.
        id != 0
            && fs::read_to_string(format!("/proc/self/task/{id}/stat"))
                .is_ok_and(|stat| stat.rsplit(") ").next().unwrap().starts_with('S'))
    }
}

/// Starts a thread and returns when it sleeps, after it has changed the state of
/// the lock to say so.
pub fn asleep<'scope>(
    threads: &'scope Scope<'scope, '_>,
    lock: &RswLock,
    waiter: &'scope Waiter,
    wait: impl FnOnce() + Send + 'scope,
) {
    let before = state(lock).load(SeqCst);
    threads.spawn(move || {
        // SAFETY: gettid has no preconditions.
        waiter.0.store(unsafe { libc::gettid() } as u64, SeqCst);
        wait();
    });
    eventually("a thread falls asleep", || {
        state(lock).load(SeqCst) != before && waiter.is_asleep()
    });
}
