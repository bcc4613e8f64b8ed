// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a run leaves behind: the JSON file's contents.

use serde::{Deserialize, Serialize};

use crate::stats;

/// Raised when a reader of old files would misread a new one.
pub const SCHEMA: u32 = 1;

/// Names of the groups.
pub const WORDS: &str = "words";
pub const PRELOAD: &str = "preload";

#[derive(Serialize, Deserialize)]
pub struct Record {
    pub schema: u32,
    pub machine: Machine,
    pub settings: Settings,
    pub locks: Vec<LockInfo>,
    pub scenarios: Vec<ScenarioRecord>,
    pub upgraders: Vec<UpgradeRecord>,
    /// Not in files from before there were such rows.
    #[serde(default)]
    pub openssl: Vec<ProgramRecord>,
    pub figures: Vec<Figure>,
}

#[derive(Serialize, Deserialize)]
pub struct Machine {
    pub cpu: String,
    pub cpus: usize,
    pub kernel: String,
    pub architecture: String,
    pub compiler: String,
    pub load_at_start: String,
    pub load_at_end: String,
}

#[derive(Serialize, Deserialize)]
pub struct Settings {
    pub rounds: usize,
    pub slice_ms: u64,
    pub retries: usize,
    pub upgraders_ms: u64,
    pub seed: u64,
    pub busy_rounds_per_us: f64,
    /// `RSWLOCK_*` variables, which change what the library does.
    pub environment: Vec<(String, String)>,
}

#[derive(Serialize, Deserialize)]
pub struct LockInfo {
    pub id: String,
    pub role: String,
    /// What the lock is compared with; empty in files from before there were groups.
    #[serde(default)]
    pub group: String,
    pub version: String,
}

#[derive(Serialize, Deserialize)]
pub struct ScenarioRecord {
    pub name: String,
    pub threads: usize,
    pub reads_percent: u32,
    pub hold_ns: u64,
    pub outside_ns: u64,
    pub slice_ms: u64,
    /// CPU of each thread, or empty where the kernel chose.
    pub pinned: Vec<usize>,
    pub results: Vec<LockRecord>,
}

#[derive(Serialize, Deserialize)]
pub struct LockRecord {
    pub lock: String,
    /// Median over rounds of this lock's throughput divided by that of its group's reference in the same round.
    pub ratio: f64,
    pub ratio_rounds: Vec<f64>,
    /// Median over rounds of Jain's index of the threads' turns.
    pub jain: f64,
    /// Median over rounds of CPU time a turn divided by the reference's.
    pub cpu_ratio: f64,
    /// Lost updates and torn reads in all slices, those that measured waits included.
    pub violations: u64,
    pub read_wait: Option<Waits>,
    pub write_wait: Option<Waits>,
    pub rounds: Vec<Slice>,
}

/// Raw figures of one slice, in round order.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Slice {
    pub wall_ns: u64,
    /// Turns of each thread that ended before the stop.
    pub turns: Vec<u64>,
    pub cpu_ns: Vec<u64>,
    pub voluntary_switches: i64,
    pub involuntary_switches: i64,
    /// Share of the machine's CPU time that other processes and guests took meanwhile.
    pub others: f64,
    /// Lost updates and torn reads. Always 0 for a lock that excludes.
    pub violations: u64,
}

/// Nanoseconds from asking to having, over all rounds.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub struct Waits {
    pub samples: u64,
    pub p50_ns: u64,
    pub p99_ns: u64,
    pub p999_ns: u64,
    pub max_ns: u64,
}

#[derive(Serialize, Deserialize)]
pub struct UpgradeRecord {
    pub lock: String,
    pub upgrades: u64,
    pub writes: u64,
    pub write_wait: Waits,
    pub others: f64,
    pub violations: u64,
}

/// A program whose threads share OpenSSL, with each of the preloads.
#[derive(Serialize, Deserialize)]
pub struct ProgramRecord {
    pub name: String,
    pub job: String,
    pub threads: usize,
    pub slice_ms: u64,
    /// Version of OpenSSL.
    pub library: String,
    pub results: Vec<LockRecord>,
}

#[derive(Serialize, Deserialize)]
pub struct Figure {
    pub scenario: String,
    pub lock: String,
    pub what: String,
    pub at_least: bool,
    pub wanted: f64,
    pub measured: f64,
    pub reached: bool,
}

impl Slice {
    pub fn total(&self) -> u64 {
        self.turns.iter().sum()
    }

    /// Turns a nanosecond. A single thread's time is its CPU time, so that other work on the machine does not count
    /// against whichever lock it happened to hit; several threads are measured by the clock on the wall.
    pub fn rate(&self) -> f64 {
        let time = match self.cpu_ns[..] {
            [single] => single,
            _ => self.wall_ns,
        };
        self.total() as f64 / time.max(1) as f64
    }

    /// CPU nanoseconds a turn.
    pub fn cpu_per_turn(&self) -> f64 {
        self.cpu_ns.iter().sum::<u64>() as f64 / self.total().max(1) as f64
    }
}

impl LockRecord {
    /// Median over rounds of turns a nanosecond.
    pub fn rate(&self) -> f64 {
        stats::median(&self.rounds.iter().map(Slice::rate).collect::<Vec<_>>())
    }
}

impl ScenarioRecord {
    pub fn of(&self, lock: &str) -> Option<&LockRecord> {
        self.results.iter().find(|result| result.lock == lock)
    }
}

impl ProgramRecord {
    pub fn of(&self, lock: &str) -> Option<&LockRecord> {
        self.results.iter().find(|result| result.lock == lock)
    }
}

impl Record {
    pub fn lock(&self, id: &str) -> Option<&LockInfo> {
        self.locks.iter().find(|lock| lock.id == id)
    }

    /// A lock's results in a scenario or a program.
    pub fn result(&self, name: &str, lock: &str) -> Option<&LockRecord> {
        let program = || self.openssl.iter().find(|row| row.name == name);
        match self.scenario(name) {
            Some(scenario) => scenario.of(lock),
            None => program()?.of(lock),
        }
    }

    pub fn scenario(&self, name: &str) -> Option<&ScenarioRecord> {
        self.scenarios.iter().find(|scenario| scenario.name == name)
    }
}

/// Records for the tests of whatever reads them.
#[cfg(test)]
pub mod samples {
    use super::*;
    use crate::stats;

    pub fn result(lock: &str, ratio_rounds: &[f64], jain: f64) -> LockRecord {
        LockRecord {
            lock: lock.to_owned(),
            ratio: stats::median(ratio_rounds),
            ratio_rounds: ratio_rounds.to_vec(),
            jain,
            cpu_ratio: 1.0,
            violations: 0,
            read_wait: None,
            write_wait: None,
            rounds: Vec::new(),
        }
    }

    pub fn program(name: &str, results: Vec<LockRecord>) -> ProgramRecord {
        ProgramRecord {
            name: name.to_owned(),
            job: "decode".to_owned(),
            threads: 2,
            slice_ms: 500,
            library: "OpenSSL 3".to_owned(),
            results,
        }
    }

    pub fn record(scenario: &str, results: Vec<LockRecord>) -> Record {
        let role = |id: &str| match id {
            "glibc" | "glibc-call" => "reference",
            "calls" | "none" | "empty" => "bound",
            "shim" => "ours",
            id if id.starts_with("rsw") => "ours",
            _ => "other",
        };
        let group = |id: &str| match id {
            "glibc-call" | "shim" | "ck" | "parking_lot" | "spin-sleep" | "empty" => PRELOAD,
            _ => WORDS,
        };
        Record {
            schema: SCHEMA,
            machine: Machine {
                cpu: "a CPU".to_owned(),
                cpus: 2,
                kernel: "6".to_owned(),
                architecture: "x86_64".to_owned(),
                compiler: "cc".to_owned(),
                load_at_start: "0".to_owned(),
                load_at_end: "0".to_owned(),
            },
            settings: Settings {
                rounds: 3,
                slice_ms: 250,
                retries: 0,
                upgraders_ms: 4000,
                seed: 1,
                busy_rounds_per_us: 1000.0,
                environment: Vec::new(),
            },
            locks: results
                .iter()
                .map(|result| LockInfo {
                    id: result.lock.clone(),
                    role: role(&result.lock).to_owned(),
                    group: group(&result.lock).to_owned(),
                    version: String::new(),
                })
                .collect(),
            scenarios: vec![ScenarioRecord {
                name: scenario.to_owned(),
                threads: 2,
                reads_percent: 90,
                hold_ns: 500,
                outside_ns: 500,
                slice_ms: 250,
                pinned: vec![0, 1],
                results,
            }],
            upgraders: Vec::new(),
            openssl: Vec::new(),
            figures: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thread_is_measured_by_its_cpu_time_and_two_by_the_wall() {
        let mut slice = Slice {
            wall_ns: 200,
            turns: vec![100],
            cpu_ns: vec![50],
            ..Slice::default()
        };
        assert!((slice.rate() - 2.0).abs() < 1e-12);
        slice.turns.push(100);
        slice.cpu_ns.push(50);
        assert!((slice.rate() - 1.0).abs() < 1e-12);
        assert!((slice.cpu_per_turn() - 0.5).abs() < 1e-12);
    }
}
