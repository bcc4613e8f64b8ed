// SPDX-License-Identifier: MIT OR Apache-2.0
//! The figures rswlock sets itself, and whether a run reached them.

mod openssl;
mod preload;
mod words;

use crate::record::{Figure, LockRecord, Record, ScenarioRecord, Slice};
use crate::stats;

/// All wanted figures that this run has measured.
pub fn judge(record: &Record) -> Vec<Figure> {
    let mut figures = words::judge(record);
    figures.extend(preload::judge(record));
    figures.extend(openssl::judge(record));
    figures
}

/// The quickest lock of the scenario that a program could use instead of ours, at the same place.
pub fn best_other<'a>(
    record: &Record,
    scenario: &'a ScenarioRecord,
    group: &str,
) -> Option<&'a LockRecord> {
    let is_other = |id: &str| {
        record.lock(id).is_some_and(|lock| {
            lock.group == group && (lock.role == "reference" || lock.role == "other")
        })
    };
    scenario
        .results
        .iter()
        .filter(|result| is_other(&result.lock))
        .max_by(|a, b| a.ratio.total_cmp(&b.ratio))
}

/// Median over rounds, each round's slices compared with each other.
pub fn throughput_against(result: &LockRecord, other: &LockRecord) -> f64 {
    stats::median(&throughput_rounds(result, other))
}

pub fn throughput_rounds(result: &LockRecord, other: &LockRecord) -> Vec<f64> {
    result
        .ratio_rounds
        .iter()
        .zip(&other.ratio_rounds)
        .map(|(a, b)| a / b)
        .collect()
}

pub fn cpu_rounds(result: &LockRecord, other: &LockRecord) -> Vec<f64> {
    result
        .rounds
        .iter()
        .zip(&other.rounds)
        .map(|(a, b)| Slice::cpu_per_turn(a) / Slice::cpu_per_turn(b))
        .collect()
}

fn at_least(scenario: &str, lock: &str, what: String, wanted: f64, measured: f64) -> Figure {
    Figure {
        scenario: scenario.to_owned(),
        lock: lock.to_owned(),
        what,
        at_least: true,
        wanted,
        measured,
        reached: measured >= wanted,
    }
}

fn at_most(scenario: &str, lock: &str, what: String, wanted: f64, measured: f64) -> Figure {
    Figure {
        scenario: scenario.to_owned(),
        lock: lock.to_owned(),
        what,
        at_least: false,
        wanted,
        measured,
        reached: measured <= wanted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::samples::{record, result};
    use crate::record::{PRELOAD, WORDS};

    #[test]
    fn the_best_other_is_neither_ours_nor_a_bound_nor_of_another_group() {
        let record = record(
            "2/90/500/500",
            vec![
                result("glibc", &[1.0; 3], 1.0),
                result("rsw64", &[1.9, 2.0, 2.1], 1.0),
                result("ck_rwlock", &[1.7, 1.8, 1.7], 1.0),
                result("none", &[30.0; 3], 1.0),
                result("shim", &[3.0; 3], 1.0),
                result("parking_lot", &[2.5; 3], 1.0),
                result("empty", &[9.0; 3], 1.0),
            ],
        );
        let best = |group| {
            let best = best_other(&record, &record.scenarios[0], group);
            best.expect("two others ran").lock.as_str()
        };
        assert_eq!(best(WORDS), "ck_rwlock");
        assert_eq!(best(PRELOAD), "parking_lot");
    }

    #[test]
    fn the_reference_is_the_best_where_nothing_is_better() {
        let record = record(
            "2/90/500/500",
            vec![
                result("glibc-call", &[1.0], 1.0),
                result("ck", &[0.9], 1.0),
                result("ck_rwlock", &[1.5], 1.0),
            ],
        );
        let best = best_other(&record, &record.scenarios[0], PRELOAD).expect("two others ran");
        assert_eq!(best.lock, "glibc-call");
    }

    #[test]
    fn rounds_are_compared_with_their_like() {
        let ours = result("rsw64", &[1.9, 2.0, 2.1], 1.0);
        let other = result("ck_rwlock", &[1.7, 1.8, 1.7], 1.0);
        assert!((throughput_against(&ours, &other) - 1.9 / 1.7).abs() < 1e-12);
    }
}
