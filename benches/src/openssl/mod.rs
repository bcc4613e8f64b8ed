// SPDX-License-Identifier: MIT OR Apache-2.0
//! The preloads inside a program that knows nothing of them: `examples/openssl`, whose threads share the system's
//! OpenSSL. Each slice is a process of its own with one of the objects preloaded.

mod process;
mod table;

use std::path::{Path, PathBuf};
use std::time::Duration;

pub use table::{text, wrong_results};

use crate::cli::Options;
use crate::ffi::{Group, Lock, Role};
use crate::preload::REFERENCE;
use crate::random::SplitMix;
use crate::record::{LockRecord, ProgramRecord, Slice};
use crate::runner::{progress, summary};

pub struct Row {
    pub name: &'static str,
    job: &'static str,
    threads: usize,
}

const fn row(name: &'static str, job: &'static str, threads: usize) -> Row {
    Row { name, job, threads }
}

/// What the threads do, and how many they are.
pub const ROWS: [Row; 7] = [
    row("decode/1", "decode", 1),
    row("decode/2", "decode", 2),
    row("decode/8", "decode", 8),
    row("fetch/2", "fetch", 2),
    row("fetch/8", "fetch", 8),
    row("handshake/2", "handshake", 2),
    row("handshake/8", "handshake", 8),
];

/// Longer than a lock's slice, as the lock is only part of what is done.
const STRETCH: u32 = 2;

pub struct Bench {
    program: PathBuf,
    entrants: Vec<Entrant>,
    random: SplitMix,
    rounds: usize,
    retries: usize,
    slice: Duration,
}

#[derive(Clone)]
struct Entrant {
    lock: String,
    role: Role,
    /// Nothing for the C library's own locks.
    preload: Option<PathBuf>,
}

impl Bench {
    /// Nothing if the rows were not asked for, if there is no program, or nothing to compare. The locks are all that
    /// were chosen; those that came out of shared objects take part, and the reference.
    pub fn new(options: &Options, locks: &[Lock]) -> Option<Self> {
        let program = program().filter(|_| options.has(Group::Openssl))?;
        let entrants: Vec<Entrant> = locks
            .iter()
            .filter(|lock| lock.is_object())
            .map(|lock| Entrant {
                lock: lock.id().to_owned(),
                role: lock.role(),
                preload: (lock.role() != Role::Reference).then(|| lock.version().into()),
            })
            .collect();
        (entrants.len() > 1).then(|| Self {
            program,
            entrants,
            random: SplitMix::new(options.seed),
            rounds: options.rounds,
            retries: options.retries,
            slice: Duration::from_millis(options.slice_ms) * STRETCH,
        })
    }

    /// The rounds of one row. Fails only with the reference, without which there is nothing to say.
    pub fn measure(&mut self, row: &Row) -> Result<ProgramRecord, String> {
        let mut slices: Vec<Vec<Slice>> = vec![Vec::new(); self.entrants.len()];
        let mut out = vec![false; self.entrants.len()];
        let mut library = String::new();
        for round in 0..self.rounds {
            progress(&format!("{} round {}/{}", row.name, round + 1, self.rounds));
            let mut order: Vec<usize> = (0..self.entrants.len()).collect();
            self.random.shuffle(&mut order);
            for index in order {
                if out[index] {
                    continue;
                }
                let entrant = &self.entrants[index];
                let run = process::Run {
                    program: &self.program,
                    preload: entrant.preload.as_deref(),
                    job: row.job,
                    threads: row.threads,
                    length: self.slice,
                };
                match (run.measure_calmly(self.retries), entrant.role) {
                    (Ok(outcome), Role::Bound) if outcome.slice.violations > 0 => out[index] = true,
                    (Ok(outcome), _) => {
                        library = outcome.library;
                        slices[index].push(outcome.slice);
                    }
                    // What is no lock may break the program.
                    (Err(_), Role::Bound) => out[index] = true,
                    (Err(error), Role::Other) => {
                        eprintln!("{}: {} is left out: {error}", row.name, entrant.lock);
                        out[index] = true;
                    }
                    (Err(error), Role::Ours) => {
                        eprintln!("{}: {}: {error}", row.name, entrant.lock);
                        slices[index].push(failed());
                    }
                    (Err(error), Role::Reference) => {
                        return Err(format!("{} with {}: {error}", row.name, entrant.lock));
                    }
                }
            }
        }
        progress("");
        let entrants = self.entrants.iter().zip(slices).zip(out);
        let done = entrants
            .filter(|(_, out)| !out)
            .map(|((entrant, slices), _)| (entrant.lock.clone(), slices))
            .collect();
        Ok(ProgramRecord {
            name: row.name.to_owned(),
            job: row.job.to_owned(),
            threads: row.threads,
            slice_ms: self.slice.as_millis() as u64,
            library,
            results: results(done),
        })
    }
}

/// A process that did not come to its end has done nothing right.
fn failed() -> Slice {
    Slice {
        wall_ns: 1,
        turns: vec![0],
        cpu_ns: vec![0, 0],
        violations: 1,
        ..Slice::default()
    }
}

fn results(done: Vec<(String, Vec<Slice>)>) -> Vec<LockRecord> {
    let reference = done.iter().find(|(lock, _)| lock == REFERENCE);
    let reference = reference.expect("the reference always runs").1.clone();
    done.into_iter()
        .map(|(lock, rounds)| summary(lock, rounds, &reference))
        .collect()
}

/// The program, if it could be built along with this one.
fn program() -> Option<PathBuf> {
    let program = Path::new(env!("BENCH_OBJECTS")).join("openssl_threads");
    program.exists().then_some(program)
}

/// Why there will be no rows, if there is a reason.
pub fn missing() -> Option<String> {
    program().is_none().then(|| {
        "the OpenSSL rows are left out: built without its headers (Debian: libssl-dev)".to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_the_row_does() {
        for row in ROWS {
            assert_eq!(row.name, format!("{}/{}", row.job, row.threads));
        }
    }

    #[test]
    fn a_process_that_failed_counts_for_nothing_and_as_a_violation() {
        let good = Slice {
            wall_ns: 100,
            turns: vec![10, 10],
            cpu_ns: vec![90, 90],
            ..Slice::default()
        };
        let done = vec![
            (REFERENCE.to_owned(), vec![good.clone(), good.clone()]),
            ("shim".to_owned(), vec![good, failed()]),
        ];
        let results = results(done);
        assert_eq!(results[0].ratio_rounds, [1.0, 1.0]);
        assert_eq!(results[1].ratio_rounds, [1.0, 0.0]);
        assert_eq!(results[1].violations, 1);
    }
}
