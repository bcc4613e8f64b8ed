// SPDX-License-Identifier: MIT OR Apache-2.0
//! One slice: threads start together, run one lock for a while, and are stopped and counted.

use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};

use crate::ffi::{self, Hist, Lock, Role, Shared, Thread};
use crate::machine::{self, Busy};
use crate::record::Slice;

/// A lock whose waiters have not ended so long after the stop has lost one of them.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the threads of a slice do.
#[derive(Clone)]
pub struct Plan {
    pub lock: Lock,
    pub threads: usize,
    pub mode: ffi::Mode,
    /// Rounds of `ffi::busy`.
    pub hold: u64,
    pub outside: u64,
    pub read_below: u64,
    pub length: Duration,
    /// CPU of each thread; empty to leave them to the kernel.
    pub pinned: Vec<usize>,
    pub timed: bool,
    /// Upgraders scenario: the first thread is the writer.
    pub upgraders: bool,
    /// For messages.
    pub scenario: &'static str,
}

/// What came out.
pub struct Outcome {
    pub slice: Slice,
    pub reads: Vec<u64>,
    pub writes: Vec<u64>,
    pub read_wait: Box<Hist>,
    pub write_wait: Box<Hist>,
}

/// The memory all slices use in turn, so that no lock has a luckier address than another.
pub struct Arena(*mut Shared);

/// One thread's report.
struct Report {
    index: usize,
    started: Instant,
    cpu_ns: u64,
    switches: (i64, i64),
    reads: u64,
    writes: u64,
    torn: u64,
    waits: Option<(Box<Hist>, Box<Hist>)>,
}

/// Lets a thread take the pointer along. The arena lives until every thread has reported.
#[derive(Clone, Copy)]
struct SharedPointer(*mut Shared);

// SAFETY: the C side uses the memory as its locks allow; that this is enough is what the guarded counter checks.
unsafe impl Send for SharedPointer {}

impl Arena {
    pub fn new() -> Self {
        Self(Box::into_raw(Box::new(Shared {
            lock: ffi::LockMemory([0; 128]),
            guarded: ffi::Guarded(0),
            control: ffi::Control {
                stop: 0,
                mode: 0,
                hold: 0,
                outside: 0,
                read_below: 0,
            },
        })))
    }

    /// Runs one slice. `seeds` gives each thread its stream of random choices.
    pub fn run(&mut self, plan: &Plan, mut seeds: impl FnMut() -> u64) -> Outcome {
        {
            // SAFETY: made by `new` from a box, and no thread of an earlier slice is left.
            let shared = unsafe { &mut *self.0 };
            shared.guarded.0 = 0;
            shared.control = ffi::Control {
                stop: 0,
                mode: plan.mode as u32,
                hold: plan.hold,
                outside: plan.outside,
                read_below: plan.read_below,
            };
            plan.lock.init(shared);
        }
        let barrier = Arc::new(Barrier::new(plan.threads + 1));
        let (sender, receiver) = mpsc::channel();
        for index in 0..plan.threads {
            let (barrier, sender, plan) = (Arc::clone(&barrier), sender.clone(), plan.clone());
            // Zero is the one state that xorshift never leaves.
            let seed = seeds() | 1;
            let shared = SharedPointer(self.0);
            thread::spawn(move || {
                let report = thread_main(index, &plan, shared, seed, &barrier);
                // The receiver is gone only if the driver has given up, which ends the process.
                let _ = sender.send(report);
            });
        }
        let busy_before = Busy::now();
        barrier.wait();
        thread::sleep(plan.length);
        // SAFETY: the field lives as long as the arena.
        let stop_pointer = unsafe { &raw mut (*self.0).control.stop };
        // SAFETY: aligned, and from the start of the threads on only used atomically.
        let stop = unsafe { AtomicU32::from_ptr(stop_pointer) };
        // Relaxed: nothing is published by it, the reports come through the channel.
        stop.store(1, Ordering::Relaxed);
        let stopped = Instant::now();
        let reports = collect(plan, &receiver);
        let mut outcome = summarise(plan, reports, stopped, self.guarded());
        outcome.slice.others = Busy::now().others_since(&busy_before);
        outcome
    }

    /// The guarded counter as the last slice left it.
    pub fn guarded(&mut self) -> u64 {
        // SAFETY: no thread is left: each has reported, which is after the last thing it does with the arena.
        unsafe { (*self.0).guarded.0 }
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        // SAFETY: made by `new` from a box, dropped once, and no thread is left.
        drop(unsafe { Box::from_raw(self.0) });
    }
}

fn thread_main(
    index: usize,
    plan: &Plan,
    shared: SharedPointer,
    seed: u64,
    barrier: &Barrier,
) -> Report {
    if let Some(&cpu) = plan.pinned.get(index) {
        machine::pin(cpu);
    }
    let mut waits = plan.timed.then(|| (Hist::zeroed(), Hist::zeroed()));
    let pointer = |hist: &mut Box<Hist>| &raw mut **hist;
    let (read_wait, write_wait) = match &mut waits {
        Some((read, write)) => (pointer(read), pointer(write)),
        None => (ptr::null_mut(), ptr::null_mut()),
    };
    let writer = plan.upgraders && index == 0;
    let mut thread = Thread {
        shared: shared.0,
        read_wait,
        write_wait,
        random: seed,
        writer: u32::from(writer),
        reads: 0,
        writes: 0,
        torn: 0,
    };
    let switches_before = machine::thread_switches();
    barrier.wait();
    let started = Instant::now();
    let cpu_before = machine::thread_cpu_ns();
    if plan.upgraders {
        // SAFETY: `thread` is ours, the arena outlives this call, upgraders slices are always timed.
        unsafe { plan.lock.upgrade(&raw mut thread) };
    } else {
        // SAFETY: `thread` is ours and the arena outlives this call.
        unsafe { plan.lock.run(&raw mut thread) };
    }
    let cpu_ns = machine::thread_cpu_ns() - cpu_before;
    let switches = machine::thread_switches();
    Report {
        index,
        started,
        cpu_ns,
        switches: (
            switches.0 - switches_before.0,
            switches.1 - switches_before.1,
        ),
        reads: thread.reads,
        writes: thread.writes,
        torn: thread.torn,
        waits,
    }
}

/// Waits for every thread, or ends the process: a thread that waits for a lost wake-up cannot be taken back.
fn collect(plan: &Plan, receiver: &mpsc::Receiver<Report>) -> Vec<Report> {
    let mut reports = Vec::with_capacity(plan.threads);
    let deadline = Instant::now() + PATIENCE;
    while reports.len() < plan.threads {
        match receiver.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(report) => reports.push(report),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                eprintln!(
                    "rswlock-bench: {} in {}: {} of {} threads did not end within {} s of the stop",
                    plan.lock.id(),
                    plan.scenario,
                    plan.threads - reports.len(),
                    plan.threads,
                    PATIENCE.as_secs(),
                );
                std::process::exit(3);
            }
        }
    }
    reports.sort_by_key(|report| report.index);
    reports
}

fn summarise(plan: &Plan, reports: Vec<Report>, stopped: Instant, guarded: u64) -> Outcome {
    let started = reports
        .iter()
        .map(|report| report.started)
        .min()
        .expect("a slice has threads");
    let mut outcome = Outcome {
        slice: Slice {
            wall_ns: (stopped - started).as_nanos() as u64,
            ..Slice::default()
        },
        reads: Vec::new(),
        writes: Vec::new(),
        read_wait: Hist::zeroed(),
        write_wait: Hist::zeroed(),
    };
    let mut torn = 0;
    for report in reports {
        // The last turn may have ended long after the stop, for example behind a queue of sleepers.
        outcome
            .slice
            .turns
            .push((report.reads + report.writes).saturating_sub(1));
        outcome.slice.cpu_ns.push(report.cpu_ns);
        outcome.slice.voluntary_switches += report.switches.0;
        outcome.slice.involuntary_switches += report.switches.1;
        outcome.reads.push(report.reads);
        outcome.writes.push(report.writes);
        torn += report.torn;
        if let Some((read, write)) = report.waits {
            outcome.read_wait.merge(&read);
            outcome.write_wait.merge(&write);
        }
    }
    if plan.lock.role() != Role::Bound {
        outcome.slice.violations = torn + outcome.writes.iter().sum::<u64>().abs_diff(guarded);
    }
    outcome
}
