// SPDX-License-Identifier: MIT OR Apache-2.0
//! The machine: what it is, which CPUs may be used, what a thread's time was.

use std::fs;
use std::mem;

use crate::record::Machine;

pub fn describe() -> Machine {
    Machine {
        cpu: cpu_model(),
        cpus: allowed_cpus().len(),
        kernel: line("/proc/sys/kernel/osrelease"),
        architecture: std::env::consts::ARCH.to_owned(),
        compiler: env!("BENCH_CC").to_owned(),
        load_at_start: load(),
        load_at_end: String::new(),
    }
}

/// The three load averages.
pub fn load() -> String {
    line("/proc/loadavg")
        .split(' ')
        .take(3)
        .collect::<Vec<_>>()
        .join(" ")
}

fn line(path: &str) -> String {
    fs::read_to_string(path).map_or_else(|_| "unknown".to_owned(), |text| text.trim().to_owned())
}

/// x86 names the model, Arm gives numbers of implementer and part.
fn cpu_model() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        text.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            (key.trim() == name).then(|| value.trim().to_owned())
        })
    };
    field("model name")
        .or_else(|| {
            Some(format!(
                "implementer {} part {}",
                field("CPU implementer")?,
                field("CPU part")?
            ))
        })
        .unwrap_or_else(|| "unknown".to_owned())
}

/// CPUs this process may run on.
pub fn allowed_cpus() -> Vec<usize> {
    // SAFETY: a cpu_set_t is an array of integers, for which zero is valid.
    let mut set: libc::cpu_set_t = unsafe { mem::zeroed() };
    // SAFETY: `set` has the size that is passed along.
    let rc = unsafe { libc::sched_getaffinity(0, size_of_val(&set), &raw mut set) };
    assert_eq!(rc, 0, "sched_getaffinity failed");
    (0..libc::CPU_SETSIZE as usize)
        // SAFETY: the index is below CPU_SETSIZE.
        .filter(|&cpu| unsafe { libc::CPU_ISSET(cpu, &set) })
        .collect()
}

/// Ties the calling thread to one CPU.
pub fn pin(cpu: usize) {
    // SAFETY: as in `allowed_cpus`.
    let mut set: libc::cpu_set_t = unsafe { mem::zeroed() };
    // SAFETY: the number came from `allowed_cpus`, so it is below CPU_SETSIZE.
    unsafe { libc::CPU_SET(cpu, &mut set) };
    // SAFETY: `set` has the size that is passed along.
    let rc = unsafe { libc::sched_setaffinity(0, size_of_val(&set), &raw const set) };
    assert_eq!(rc, 0, "cannot pin a thread to CPU {cpu}");
}

/// CPU time of the calling thread. Not from getrusage, which is only as fresh as the last tick of the scheduler.
pub fn thread_cpu_ns() -> u64 {
    // SAFETY: a timespec is two integers, for which zero is valid.
    let mut time: libc::timespec = unsafe { mem::zeroed() };
    // SAFETY: `time` is ours to write.
    let rc = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    assert_eq!(rc, 0, "clock_gettime failed");
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// Voluntary and involuntary context switches of the calling thread so far.
pub fn thread_switches() -> (i64, i64) {
    // SAFETY: a rusage is integers only, for which zero is valid.
    let mut usage: libc::rusage = unsafe { mem::zeroed() };
    // SAFETY: `usage` is ours to write.
    let rc = unsafe { libc::getrusage(libc::RUSAGE_THREAD, &raw mut usage) };
    assert_eq!(rc, 0, "getrusage failed");
    (usage.ru_nvcsw, usage.ru_nivcsw)
}
