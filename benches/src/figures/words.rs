// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the lock words are to reach.

use super::{at_least, at_most, best_other, throughput_against};
use crate::record::{Figure, LockRecord, Record, ScenarioRecord, WORDS};
use crate::scenario::UPGRADERS;

/// What a wanted figure is compared with.
#[derive(Clone, Copy, PartialEq)]
enum Against {
    /// Throughput against glibc's.
    Glibc,
    /// Throughput against the best lock that is not ours.
    BestOther,
    /// Throughput against calls that do nothing.
    Calls,
    /// Jain's index itself.
    Fairness,
}

struct Wanted {
    scenarios: &'static [&'static str],
    locks: &'static [&'static str],
    against: Against,
    at_least: f64,
}

const INLINE: &[&str] = &["rsw64", "rsw32"];
const LINKED: &[&str] = &["rsw64-linked"];
const OVERSUBSCRIBED: &[&str] = &["8/90/500/500", "32/90/500/500", "32/0/100/200"];

const WANTED: [Wanted; 9] = [
    Wanted {
        scenarios: &["1/100/0/0", "1/S/0/0"],
        locks: INLINE,
        against: Against::Glibc,
        at_least: 1.9,
    },
    Wanted {
        scenarios: &["1/0/0/0"],
        locks: INLINE,
        against: Against::Glibc,
        at_least: 2.4,
    },
    Wanted {
        scenarios: &["1/100/0/0", "1/0/0/0", "1/S/0/0"],
        locks: LINKED,
        against: Against::Glibc,
        at_least: 1.15,
    },
    Wanted {
        scenarios: &["1/100/0/0", "1/0/0/0", "1/S/0/0"],
        locks: LINKED,
        against: Against::Calls,
        at_least: 0.88,
    },
    Wanted {
        scenarios: &[
            "2/100/0/0",
            "2/99/0/50",
            "2/90/0/50",
            "2/50/0/50",
            "2/0/0/50",
            "2/90/500/500",
        ],
        locks: INLINE,
        against: Against::BestOther,
        at_least: 0.95,
    },
    Wanted {
        scenarios: &["8/90/500/500"],
        locks: INLINE,
        against: Against::Glibc,
        at_least: 1.9,
    },
    Wanted {
        scenarios: &["32/90/500/500"],
        locks: INLINE,
        against: Against::Glibc,
        at_least: 1.6,
    },
    Wanted {
        scenarios: &["32/0/100/200"],
        locks: INLINE,
        against: Against::Glibc,
        at_least: 1.1,
    },
    Wanted {
        scenarios: OVERSUBSCRIBED,
        locks: INLINE,
        against: Against::Fairness,
        at_least: 0.85,
    },
];

/// The longest a writer may wait behind a stream of upgraders.
const UPGRADERS_MAX_MS: f64 = 50.0;

pub fn judge(record: &Record) -> Vec<Figure> {
    let mut figures = Vec::new();
    for wanted in &WANTED {
        for name in wanted.scenarios {
            let Some(scenario) = record.scenario(name) else {
                continue;
            };
            for lock in wanted.locks {
                let Some(result) = scenario.of(lock) else {
                    continue;
                };
                let Some((what, measured)) = measure(record, scenario, result, wanted.against)
                else {
                    continue;
                };
                figures.push(at_least(name, lock, what, wanted.at_least, measured));
            }
        }
    }
    for result in record
        .upgraders
        .iter()
        .filter(|result| INLINE.contains(&result.lock.as_str()))
    {
        let measured = result.write_wait.max_ns as f64 / 1e6;
        let what = "worst write wait, ms".to_owned();
        figures.push(at_most(
            UPGRADERS.name,
            &result.lock,
            what,
            UPGRADERS_MAX_MS,
            measured,
        ));
    }
    figures
}

fn measure(
    record: &Record,
    scenario: &ScenarioRecord,
    result: &LockRecord,
    against: Against,
) -> Option<(String, f64)> {
    match against {
        Against::Glibc => Some(("throughput : glibc".to_owned(), result.ratio)),
        Against::Fairness => Some(("Jain's index".to_owned(), result.jain)),
        Against::Calls => {
            let calls = scenario.of("calls")?;
            Some((
                "throughput : empty calls".to_owned(),
                throughput_against(result, calls),
            ))
        }
        Against::BestOther => {
            let best = best_other(record, scenario, WORDS)?;
            Some((
                format!("throughput : {}", best.lock),
                throughput_against(result, best),
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::samples::{record, result};
    use crate::record::{UpgradeRecord, Waits};
    use crate::scenario::SCENARIOS;

    #[test]
    fn wanted_figures_name_scenarios_that_exist() {
        for name in WANTED.iter().flat_map(|wanted| wanted.scenarios) {
            assert!(
                SCENARIOS.iter().any(|scenario| scenario.name == *name),
                "{name}"
            );
        }
    }

    #[test]
    fn two_threads_are_held_against_the_best_word() {
        let record = record(
            "2/90/500/500",
            vec![
                result("glibc", &[1.0; 3], 1.0),
                result("rsw64", &[1.9, 2.0, 2.1], 1.0),
                result("ck_rwlock", &[1.7, 1.8, 1.7], 1.0),
                result("parking_lot", &[9.0; 3], 1.0),
            ],
        );
        let figures = judge(&record);
        assert_eq!(figures.len(), 1);
        assert_eq!(figures[0].what, "throughput : ck_rwlock");
        assert!(figures[0].reached);
    }

    #[test]
    fn a_figure_is_reached_at_the_bound_and_missed_below_it() {
        for (ratio, reached) in [(1.9, true), (1.899, false)] {
            let record = record(
                "1/100/0/0",
                vec![result("glibc", &[1.0], 1.0), result("rsw32", &[ratio], 1.0)],
            );
            let figures = judge(&record);
            assert_eq!(figures.len(), 1, "empty calls did not run");
            assert_eq!(figures[0].reached, reached);
        }
    }

    #[test]
    fn upgraders_are_judged_for_our_inline_words_only() {
        let waits = Waits {
            samples: 9,
            p50_ns: 1,
            p99_ns: 1,
            p999_ns: 1,
            max_ns: 50_000_001,
        };
        let upgrade = |lock: &str| UpgradeRecord {
            lock: lock.to_owned(),
            upgrades: 1,
            writes: 1,
            write_wait: waits,
            others: 0.0,
            violations: 0,
        };
        let mut record = record("1/0/0/0", vec![result("glibc", &[1.0], 1.0)]);
        record.upgraders = vec![upgrade("rsw64"), upgrade("plock-style")];
        let figures = judge(&record);
        assert_eq!(figures.len(), 1);
        assert!(!figures[0].reached, "a nanosecond too long");
    }
}
