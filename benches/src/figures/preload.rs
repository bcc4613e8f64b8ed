// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the preloaded shim is to reach: as much as the best lock in every row, with one set of defaults.

use super::{at_least, at_most, best_other, cpu_rounds, throughput_against};
use crate::preload::REFERENCE;
use crate::record::{Figure, LockRecord, PRELOAD, Record, ScenarioRecord, Waits};
use crate::scaling;
use crate::stats;

const LOCK: &str = "shim";
/// Calls that do nothing.
const CALLS: &str = "empty";
/// The peer that is good with few and with many threads, and fair.
const RIVAL: &str = "parking_lot";
/// The peers whose waiters sleep: the others burn what CPU time there is.
const SLEEPERS: [&str; 3] = [REFERENCE, RIVAL, "spin-sleep"];

/// Scenario, the lock it is compared with, throughput at least.
const THROUGHPUT: [(&str, &str, f64); 12] = [
    ("1/100/0/0", REFERENCE, 1.12),
    ("1/0/0/0", REFERENCE, 1.22),
    ("2/100/0/0", REFERENCE, 1.25),
    ("8/100/0/50", CALLS, 0.95),
    ("2/99/0/50", REFERENCE, 1.25),
    ("2/90/0/50", REFERENCE, 2.3),
    ("2/50/0/50", REFERENCE, 2.2),
    ("2/0/0/50", REFERENCE, 1.1),
    ("2/90/500/500", REFERENCE, 1.9),
    ("8/90/500/500", REFERENCE, 2.1),
    ("32/90/500/500", REFERENCE, 1.85),
    ("32/0/100/200", RIVAL, 1.0),
];
/// In each of these scenarios, against the best peer of the run.
const BESIDE_BEST: f64 = 0.95;
/// But in these, where readers need not write to what they share.
const BESIDE_BEST_READING: [(&str, f64); 4] = [
    ("1/100/0/0", 1.0),
    ("2/99/0/50", 1.25),
    ("2/90/0/50", 0.97),
    ("2/50/0/50", 0.97),
];
/// What two such readers do together, one alone = 1.
const SCALING: (&str, f64) = ("2/100/0/0", 1.95);
const FAIR: [&str; 2] = ["32/90/500/500", "32/0/100/200"];
const JAIN: f64 = 0.85;
/// CPU time a turn against the best sleeper's, where there are more threads than CPUs.
const CPU_TIME: f64 = 1.1;
/// Where no write may wait longer than the rival's longest.
const WAITS: [&str; 2] = ["8/90/500/500", "16/50/100/100"];

pub fn judge(record: &Record) -> Vec<Figure> {
    let mut figures = Vec::new();
    for scenario in &record.scenarios {
        if let Some(ours) = scenario.of(LOCK) {
            figures.extend(throughput(record, scenario, ours));
            figures.extend(scaling(record, scenario));
            figures.extend(fairness(scenario, ours));
            figures.extend(cpu_time(scenario, ours));
            figures.extend(waits(scenario, ours));
        }
    }
    figures
}

fn throughput(record: &Record, scenario: &ScenarioRecord, ours: &LockRecord) -> Vec<Figure> {
    let row = |other: &LockRecord, wanted: f64| {
        let what = format!("throughput : {}", other.lock);
        at_least(
            &scenario.name,
            LOCK,
            what,
            wanted,
            throughput_against(ours, other),
        )
    };
    let Some((_, other, wanted)) = THROUGHPUT.iter().find(|row| row.0 == scenario.name) else {
        return Vec::new();
    };
    let fixed = scenario.of(other).map(|other| row(other, *wanted));
    // With the reference alone there is no peer to be beside.
    let best = best_other(record, scenario, PRELOAD)
        .filter(|_| {
            scenario
                .results
                .iter()
                .any(|result| is_peer(record, result))
        })
        .map(|best| row(best, beside_best(&scenario.name)));
    fixed.into_iter().chain(best).collect()
}

fn beside_best(scenario: &str) -> f64 {
    let reading = BESIDE_BEST_READING.iter().find(|row| row.0 == scenario);
    reading.map_or(BESIDE_BEST, |row| row.1)
}

fn scaling(record: &Record, scenario: &ScenarioRecord) -> Option<Figure> {
    let (name, wanted) = SCALING;
    let measured = scaling::of(record, scenario, LOCK).filter(|_| scenario.name == name)?;
    let what = "reads a second, one reader = 1".to_owned();
    Some(at_least(name, LOCK, what, wanted, measured))
}

fn is_peer(record: &Record, result: &LockRecord) -> bool {
    record
        .lock(&result.lock)
        .is_some_and(|lock| lock.role == "other" && lock.group == PRELOAD)
}

fn fairness(scenario: &ScenarioRecord, ours: &LockRecord) -> Option<Figure> {
    FAIR.contains(&scenario.name.as_str()).then(|| {
        at_least(
            &scenario.name,
            LOCK,
            "Jain's index".to_owned(),
            JAIN,
            ours.jain,
        )
    })
}

fn cpu_time(scenario: &ScenarioRecord, ours: &LockRecord) -> Option<Figure> {
    // Threads have CPUs of their own as long as there are enough.
    if !scenario.pinned.is_empty() {
        return None;
    }
    let best = SLEEPERS
        .iter()
        .filter_map(|id| scenario.of(id))
        .min_by(|a, b| a.cpu_ratio.total_cmp(&b.cpu_ratio))?;
    let measured = stats::median(&cpu_rounds(ours, best));
    let what = format!("CPU time a turn : {}", best.lock);
    Some(at_most(&scenario.name, LOCK, what, CPU_TIME, measured))
}

fn waits(scenario: &ScenarioRecord, ours: &LockRecord) -> Vec<Figure> {
    let rival = scenario.of(RIVAL).and_then(|rival| rival.write_wait);
    let (true, Some(ours), Some(rival)) = (
        WAITS.contains(&scenario.name.as_str()),
        ours.write_wait,
        rival,
    ) else {
        return Vec::new();
    };
    let row = |what: &str, wait: fn(&Waits) -> u64| {
        let what = format!("{what} write wait, ms (to {RIVAL}'s)");
        let ms = |waits: &Waits| wait(waits) as f64 / 1e6;
        at_most(&scenario.name, LOCK, what, ms(&rival), ms(&ours))
    };
    vec![
        row("worst", |waits| waits.max_ns),
        row("p99.9", |waits| waits.p999_ns),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Slice;
    use crate::record::samples::{record, result};
    use crate::scenario::SCENARIOS;

    fn named<'a>(figures: &'a [Figure], what: &str) -> &'a Figure {
        figures
            .iter()
            .find(|figure| figure.what.starts_with(what))
            .unwrap_or_else(|| panic!("no figure on {what}"))
    }

    fn waits_of(p999_ns: u64, max_ns: u64) -> Option<Waits> {
        Some(Waits {
            samples: 9,
            p50_ns: 1,
            p99_ns: 1,
            p999_ns,
            max_ns,
        })
    }

    #[test]
    fn wanted_figures_name_scenarios_that_exist() {
        let names = THROUGHPUT
            .iter()
            .map(|row| &row.0)
            .chain(&FAIR)
            .chain(&WAITS)
            .chain(BESIDE_BEST_READING.iter().map(|row| &row.0))
            .chain([&SCALING.0]);
        for name in names {
            let scenario = SCENARIOS.iter().find(|scenario| scenario.name == *name);
            let scenario = scenario.unwrap_or_else(|| panic!("{name}"));
            assert!(scenario.has(crate::ffi::Group::Preload), "{name}");
        }
    }

    #[test]
    fn a_row_is_held_against_glibc_and_the_best_peer() {
        let record = record(
            "2/90/500/500",
            vec![
                result(REFERENCE, &[1.0; 3], 1.0),
                result("shim", &[1.9; 3], 1.0),
                result("parking_lot", &[2.1; 3], 1.0),
                result("ck", &[0.5; 3], 1.0),
                result("ck_rwlock", &[4.0; 3], 1.0),
            ],
        );
        let figures = judge(&record);
        assert_eq!(
            figures.len(),
            2,
            "a CPU for each thread, nothing on CPU time"
        );
        assert!(named(&figures, "throughput : glibc-call").reached);
        assert!(!named(&figures, "throughput : parking_lot").reached);
    }

    #[test]
    fn without_peers_nothing_is_said_about_the_best() {
        let record = record(
            "2/90/500/500",
            vec![
                result(REFERENCE, &[1.0], 1.0),
                result("shim", &[1.9], 1.0),
                result("ck_rwlock", &[9.0], 1.0),
            ],
        );
        assert_eq!(judge(&record).len(), 1);
    }

    #[test]
    fn cpu_time_is_held_against_the_best_of_those_that_sleep() {
        let with_cpu = |lock: &str, ratio: f64, cpu_ns: u64| {
            let mut result = result(lock, &[1.0], 1.0);
            result.cpu_ratio = ratio;
            result.rounds = vec![Slice {
                turns: vec![100],
                cpu_ns: vec![cpu_ns],
                ..Slice::default()
            }];
            result
        };
        let mut record = record(
            "32/0/100/200",
            vec![
                with_cpu(REFERENCE, 1.0, 1000),
                with_cpu("shim", 0.56, 560),
                with_cpu("ck", 0.1, 100),
                with_cpu("parking_lot", 0.5, 500),
            ],
        );
        record.scenarios[0].pinned.clear();
        let figures = judge(&record);
        let cpu = named(&figures, "CPU time a turn");
        assert_eq!(cpu.what, "CPU time a turn : parking_lot");
        assert!((cpu.measured - 1.12).abs() < 1e-12);
        assert!(!cpu.reached);
        assert!(named(&figures, "Jain").reached);
    }

    #[test]
    fn writers_wait_no_longer_than_the_rivals() {
        let mut locks = ["glibc-call", "shim", "parking_lot"].map(|lock| result(lock, &[1.0], 1.0));
        locks[1].write_wait = waits_of(2_000_000, 9_000_000);
        locks[2].write_wait = waits_of(1_900_000, 9_000_000);
        let figures = judge(&record("16/50/100/100", locks.into()));
        assert_eq!(figures.len(), 2, "the scenario is there for its waits");
        assert!(named(&figures, "worst").reached, "as long is not longer");
        assert!(!named(&figures, "p99.9").reached);
    }
}
