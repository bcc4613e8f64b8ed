// SPDX-License-Identifier: MIT OR Apache-2.0
//! The machine: what it is, which CPUs may be used, what a thread's time was.

use std::fs;
use std::mem;
use std::time::Instant;

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
    cpu_ns(libc::CLOCK_THREAD_CPUTIME_ID)
}

fn cpu_ns(clock: libc::clockid_t) -> u64 {
    // SAFETY: a timespec is two integers, for which zero is valid.
    let mut time: libc::timespec = unsafe { mem::zeroed() };
    // SAFETY: `time` is ours to write.
    let rc = unsafe { libc::clock_gettime(clock, &raw mut time) };
    assert_eq!(rc, 0, "clock_gettime failed");
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// CPU time of the children that have ended.
fn children_cpu_ns() -> u64 {
    let usage = usage_of(libc::RUSAGE_CHILDREN);
    [usage.ru_utime, usage.ru_stime]
        .iter()
        .map(|time| time.tv_sec as u64 * 1_000_000_000 + time.tv_usec as u64 * 1_000)
        .sum()
}

fn usage_of(whom: libc::c_int) -> libc::rusage {
    // SAFETY: a rusage is integers only, for which zero is valid.
    let mut usage: libc::rusage = unsafe { mem::zeroed() };
    // SAFETY: `usage` is ours to write.
    let rc = unsafe { libc::getrusage(whom, &raw mut usage) };
    assert_eq!(rc, 0, "getrusage failed");
    usage
}

/// Ticks that all CPUs together did not idle, and how many CPUs there are, from the text of /proc/stat.
fn busy_ticks(stat: &str) -> (u64, usize) {
    let sum = stat.lines().next().unwrap_or_default();
    let fields = sum
        .split_whitespace()
        .skip(1)
        .map_while(|field| field.parse::<u64>().ok());
    // user nice system idle iowait irq softirq steal; the guest times behind them are part of the first two.
    let busy = fields
        .take(8)
        .enumerate()
        .filter(|(field, _)| !matches!(field, 3 | 4))
        .map(|(_, ticks)| ticks)
        .sum();
    let cpus = stat
        .lines()
        .filter(|line| line.starts_with("cpu"))
        .count()
        .saturating_sub(1);
    (busy, cpus.max(1))
}

/// CPU time in ns that the whole machine has spent on anything but idling, time stolen by other guests included, and
/// that of this process and its former children.
pub struct Busy {
    at: Instant,
    cpus: usize,
    machine: u64,
    process: u64,
}

impl Busy {
    pub fn now() -> Self {
        let at = Instant::now();
        let (ticks, cpus) = busy_ticks(&line("/proc/stat"));
        // SAFETY: sysconf has no preconditions.
        let ticks_a_second = unsafe { libc::sysconf(libc::_SC_CLK_TCK) }.max(1) as u64;
        let machine = ticks * (1_000_000_000 / ticks_a_second);
        let process = cpu_ns(libc::CLOCK_PROCESS_CPUTIME_ID) + children_cpu_ns();
        Self {
            at,
            cpus,
            machine,
            process,
        }
    }

    /// The share of the machine that went to others since `earlier`, exact to a few ticks.
    pub fn others_since(&self, earlier: &Self) -> f64 {
        let wall = (self.at - earlier.at).as_nanos().max(1) as f64;
        let ours = self.process - earlier.process;
        let others = (self.machine - earlier.machine).saturating_sub(ours);
        others as f64 / (wall * self.cpus as f64)
    }
}

/// Voluntary and involuntary context switches of the calling thread so far.
pub fn thread_switches() -> (i64, i64) {
    let usage = usage_of(libc::RUSAGE_THREAD);
    (usage.ru_nvcsw, usage.ru_nivcsw)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idle_waiting_and_guest_time_is_not_busy() {
        let stat = "cpu  100 20 3 9000 800 5 6 7 50 60\ncpu0 1 1 1 1\ncpu1 1 1 1 1\nintr 5\n";
        assert_eq!(busy_ticks(stat), (141, 2));
        assert_eq!(busy_ticks(""), (0, 1));
    }

    #[test]
    fn what_others_took_is_a_share_of_all_cpus() {
        let earlier = Busy {
            at: Instant::now(),
            cpus: 2,
            machine: 1_000,
            process: 100,
        };
        let later = Busy {
            at: earlier.at + std::time::Duration::from_nanos(1_000),
            cpus: 2,
            machine: 2_500,
            process: 1_100,
        };
        assert!((later.others_since(&earlier) - 0.25).abs() < 1e-12);
        // Ticks are coarse: ours may seem more than everything.
        let coarse = Busy {
            machine: 1_900,
            ..later
        };
        assert!(coarse.others_since(&earlier) <= 0.0);
    }
}
