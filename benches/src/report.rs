// SPDX-License-Identifier: MIT OR Apache-2.0
//! What is printed. Throughput and CPU time are ratios only; waits are the one thing given in units of time.

use std::fmt::Write as _;

use crate::figures::{best_other, cpu_rounds, throughput_against, throughput_rounds};
use crate::openssl;
use crate::record::{LockRecord, PRELOAD, Record, ScenarioRecord, WORDS, Waits};
use crate::scaling;
use crate::stats;
use crate::table::Table;

pub fn full(record: &Record) -> String {
    [
        head(record),
        throughput(record),
        against_best(record, WORDS, "Throughput, best of the others = 1"),
        against_best(
            record,
            PRELOAD,
            "Throughput under the C library's names, best of the peers = 1",
        ),
        scaled(record),
        fairness(record),
        cpu_time(record),
        waits(record),
        upgraders(record),
        openssl::text(record),
        figures(record),
        broken(record),
    ]
    .concat()
}

fn head(record: &Record) -> String {
    let Record {
        machine, settings, ..
    } = record;
    let mut text = format!(
        "{}, {} CPUs, Linux {}, {}\nload {} at start, {} at end; {} rounds, slices of {} ms, seed {}\n",
        machine.cpu,
        machine.cpus,
        machine.kernel,
        machine.compiler,
        machine.load_at_start,
        machine.load_at_end,
        settings.rounds,
        settings.slice_ms,
        settings.seed,
    );
    for (name, value) in &settings.environment {
        writeln!(text, "{name}={value}").unwrap();
    }
    text
}

/// A title and a table, or nothing where the table has no rows.
fn section(title: &str, table: &Table) -> String {
    if table.has_rows() {
        format!("\n{title}\n\n{}", table.text())
    } else {
        String::new()
    }
}

/// Rows of scenarios, columns of locks; a table for each group.
fn grid(
    record: &Record,
    title: &str,
    cell: impl Fn(&ScenarioRecord, &LockRecord) -> Option<String>,
) -> String {
    let preloads = format!("{title}\nLocks under the C library's names");
    let mut text = String::new();
    for (group, title) in [(WORDS, title), (PRELOAD, &preloads)] {
        let locks = record.locks.iter().filter(|lock| lock.group == group);
        let ids: Vec<&str> = locks.map(|lock| lock.id.as_str()).collect();
        let head = [""].into_iter().chain(ids.iter().copied());
        let mut table = Table::new(1, head.chain(["others"]));
        for scenario in &record.scenarios {
            let value = |id: &&str| scenario.of(id).and_then(|result| cell(scenario, result));
            let cells: Vec<Option<String>> = ids.iter().map(value).collect();
            if cells.iter().any(Option::is_some) {
                let cells = cells.into_iter().map(Option::unwrap_or_default);
                let names = [scenario.name.clone()].into_iter();
                table.row(names.chain(cells).chain([percent(others(scenario))]));
            }
        }
        text += &section(title, &table);
    }
    text
}

/// Median share of the machine that other processes took while a scenario ran: where it is not near 0, run again.
fn others(scenario: &ScenarioRecord) -> f64 {
    let slices = scenario.results.iter().flat_map(|result| &result.rounds);
    stats::median(&slices.map(|slice| slice.others).collect::<Vec<_>>())
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

fn throughput(record: &Record) -> String {
    let title = "Throughput, glibc = 1 (threads / reads % or S / ns inside / ns outside; median of rounds)\n\
                 `others` is the share of the machine that other processes took meanwhile";
    grid(record, title, |_, result| {
        Some(format!("{:.2}", result.ratio))
    })
}

/// Ours of one group beside the best that is not ours.
fn against_best(record: &Record, group: &str, title: &str) -> String {
    let ours: Vec<&str> = record
        .locks
        .iter()
        .filter(|lock| lock.role == "ours" && lock.group == group)
        .map(|lock| lock.id.as_str())
        .collect();
    let mut table = Table::new(2, ["", "best"].into_iter().chain(ours.iter().copied()));
    for scenario in &record.scenarios {
        let Some(best) = best_other(record, scenario, group) else {
            continue;
        };
        if ours.iter().all(|id| scenario.of(id).is_none()) {
            continue;
        }
        let cell = |id: &&str| {
            let result = scenario.of(id);
            result.map_or_else(String::new, |result| {
                format!("{:.2}", throughput_against(result, best))
            })
        };
        let names = [scenario.name.clone(), best.lock.clone()];
        table.row(names.into_iter().chain(ours.iter().map(cell)));
    }
    section(title, &table)
}

fn scaled(record: &Record) -> String {
    let title = "Turns a second of several threads, the same lock with one thread = 1";
    let preloads = format!("{title}\nLocks under the C library's names");
    section(title, &scaling::table(record, WORDS))
        + &section(&preloads, &scaling::table(record, PRELOAD))
}

fn fairness(record: &Record) -> String {
    grid(
        record,
        "Fairness between threads (Jain's index: 1 is even)",
        |scenario, result| (scenario.threads > 1).then(|| format!("{:.2}", result.jain)),
    )
}

fn cpu_time(record: &Record) -> String {
    grid(record, "CPU time a turn, glibc = 1", |scenario, result| {
        (scenario.threads > 1).then(|| format!("{:.2}", result.cpu_ratio))
    })
}

fn waits(record: &Record) -> String {
    let head = [
        "",
        "",
        "read p50",
        "p99",
        "p99.9",
        "max",
        "write p50",
        "p99",
        "p99.9",
        "max",
    ];
    let mut table = Table::new(2, head);
    for scenario in &record.scenarios {
        for result in scenario
            .results
            .iter()
            .filter(|result| result.write_wait.is_some())
        {
            let names = [scenario.name.clone(), result.lock.clone()];
            let cells = wait_cells(result.read_wait)
                .into_iter()
                .chain(wait_cells(result.write_wait));
            table.row(names.into_iter().chain(cells));
        }
    }
    section(
        "Waits, from asking to having (a clock reading included), in us unless ms is said",
        &table,
    )
}

fn wait_cells(waits: Option<Waits>) -> [String; 4] {
    waits.map_or_else(Default::default, |waits| {
        [waits.p50_ns, waits.p99_ns, waits.p999_ns, waits.max_ns].map(duration)
    })
}

fn duration(ns: u64) -> String {
    match ns {
        0..1_000_000 => format!("{:.2}", ns as f64 / 1e3),
        _ => format!("{:.1} ms", ns as f64 / 1e6),
    }
}

fn upgraders(record: &Record) -> String {
    let mut table = Table::new(1, ["", "p50", "p99", "p99.9", "max", "others"]);
    for result in &record.upgraders {
        let cells = wait_cells(Some(result.write_wait)).into_iter();
        let names = [result.lock.clone()].into_iter();
        table.row(names.chain(cells).chain([percent(result.others)]));
    }
    section(
        "Six upgraders (R to S and back) against one writer: the writer's waits, in us unless ms is said",
        &table,
    )
}

fn figures(record: &Record) -> String {
    let head = ["", "", "", "wanted", "measured", "", "range over rounds"];
    let mut table = Table::new(3, head);
    for figure in &record.figures {
        let sign = if figure.at_least { ">=" } else { "<=" };
        let mark = if figure.reached { "reached" } else { "MISSED" };
        table.row([
            figure.scenario.clone(),
            figure.lock.clone(),
            figure.what.clone(),
            format!("{sign} {:.2}", figure.wanted),
            format!("{:.2}", figure.measured),
            mark.to_owned(),
            range(record, &figure.scenario, &figure.lock, &figure.what),
        ]);
    }
    let reached = record
        .figures
        .iter()
        .filter(|figure| figure.reached)
        .count();
    match record.figures.len() {
        0 => String::new(),
        all => {
            section("Figures to reach", &table) + &format!("\n{reached} of {all} figures reached\n")
        }
    }
}

/// How far the rounds lay apart, for figures that are a ratio to another lock: a wide range asks for another run.
fn range(record: &Record, scenario: &str, lock: &str, what: &str) -> String {
    let rounds = || {
        let (what, other) = what.split_once(" : ")?;
        let of = |lock: &str| record.result(scenario, lock);
        let (result, other) = (of(lock)?, of(other)?);
        match what {
            "throughput" => Some(throughput_rounds(result, other)),
            _ => Some(cpu_rounds(result, other)),
        }
    };
    rounds().map_or_else(String::new, |rounds| {
        let (low, high) = stats::range(&rounds);
        format!("{low:.2} to {high:.2}")
    })
}

/// What no run should ever print.
fn broken(record: &Record) -> String {
    let mut text = String::new();
    for (scenario, lock, violations) in violations(record) {
        writeln!(
            text,
            "\nEXCLUSION BROKEN: {lock} in {scenario}: {violations} lost updates or torn reads"
        )
        .unwrap();
    }
    for (row, lock, wrong) in openssl::wrong_results(record) {
        writeln!(
            text,
            "\nWRONG RESULTS: {lock} in {row}: {wrong}, or it did not end"
        )
        .unwrap();
    }
    text
}

/// Scenario, lock and count of every lock that let in whom it must not.
pub fn violations(record: &Record) -> Vec<(String, String, u64)> {
    let slices = record.scenarios.iter().flat_map(|scenario| {
        let result = |result: &LockRecord| {
            (
                scenario.name.clone(),
                result.lock.clone(),
                result.violations,
            )
        };
        scenario.results.iter().map(result)
    });
    let upgrades = record.upgraders.iter().map(|result| {
        (
            "upgraders".to_owned(),
            result.lock.clone(),
            result.violations,
        )
    });
    slices
        .chain(upgrades)
        .filter(|&(_, _, violations)| violations > 0)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures;
    use crate::record::samples::{record, result};

    fn words(line: &str) -> Vec<&str> {
        line.split_whitespace().collect()
    }

    #[test]
    fn a_missed_figure_and_a_broken_lock_stand_out() {
        let mut bad = result("rsw64", &[1.2, 1.3, 1.4], 0.5);
        bad.violations = 3;
        let mut record = record("8/90/500/500", vec![result("glibc", &[1.0; 3], 1.0), bad]);
        record.figures = figures::judge(&record);
        let text = full(&record);
        let missed: Vec<&str> = text
            .lines()
            .filter(|line| line.contains("MISSED"))
            .collect();
        assert_eq!(missed.len(), 2, "{text}");
        assert!(missed[0].ends_with("1.20 to 1.40"), "{text}");
        assert!(text.contains("0 of 2 figures reached"), "{text}");
        assert!(
            text.contains("EXCLUSION BROKEN: rsw64 in 8/90/500/500: 3"),
            "{text}"
        );
    }

    #[test]
    fn a_lock_without_a_row_leaves_its_cell_empty() {
        let all = ["glibc", "ck_rwlock", "rsw64"].map(|lock| result(lock, &[2.0], 1.0));
        let mut record = record("1/S/0/0", all.into());
        record.scenarios[0].results.remove(1);
        let text = throughput(&record);
        let lines: Vec<&str> = text.lines().collect();
        let [.., head, row] = lines[..] else {
            panic!("{text}")
        };
        assert_eq!(words(row), ["1/S/0/0", "2.00", "2.00", "0", "%"]);
        assert_eq!(
            row.len(),
            head.len(),
            "the last figure stands under its lock"
        );
    }

    #[test]
    fn each_group_has_a_table_of_its_own() {
        let all = ["glibc", "rsw64", "glibc-call", "shim"].map(|lock| result(lock, &[2.0], 1.0));
        let text = throughput(&record("1/0/0/0", all.into()));
        let heads: Vec<Vec<&str>> = text
            .lines()
            .filter(|line| line.ends_with("others"))
            .map(words)
            .collect();
        assert_eq!(
            heads,
            [
                ["glibc", "rsw64", "others"],
                ["glibc-call", "shim", "others"]
            ]
        );
    }

    #[test]
    fn scenarios_of_one_thread_have_no_fairness() {
        let mut record = record("1/0/0/0", vec![result("glibc", &[1.0], 1.0)]);
        assert!(!fairness(&record).is_empty());
        record.scenarios[0].threads = 1;
        assert_eq!(fairness(&record), "");
    }

    #[test]
    fn waits_choose_their_unit() {
        assert_eq!(duration(1_234), "1.23");
        assert_eq!(duration(85_000_000), "85.0 ms");
    }
}
