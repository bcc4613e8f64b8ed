// SPDX-License-Identifier: MIT OR Apache-2.0
//! What more readers of one lock bring. Each lock against itself, so that a lock that is slow alone gets no credit
//! from the comparison with another that scales as badly.

use crate::record::{Record, ScenarioRecord};
use crate::table::Table;

/// One thread, and rows with more of them that do the same.
const ALONE: [&str; 3] = ["1/100/0/0", "1/100/0/50", "1/99/0/500"];

/// Reads a second of the readers together as a multiple of what one alone does. A reader alone counts by its CPU
/// time and several by the clock on the wall, so other work on the machine makes this less than it is.
pub fn of(record: &Record, together: &ScenarioRecord, lock: &str) -> Option<f64> {
    let (_, work) = together.name.split_once('/')?;
    let alone = ALONE.iter().find(|alone| alone[2..] == *work)?;
    if **alone == together.name {
        return None;
    }
    let alone = record.scenario(alone)?.of(lock)?;
    Some(together.of(lock)?.rate() / alone.rate())
}

/// A column for each lock of the group.
pub fn table(record: &Record, group: &str) -> Table {
    let locks = record.locks.iter().filter(|lock| lock.group == group);
    let ids: Vec<&str> = locks.map(|lock| lock.id.as_str()).collect();
    let mut table = Table::new(1, [""].into_iter().chain(ids.iter().copied()));
    for together in &record.scenarios {
        let value = |id: &&str| of(record, together, id).map(|times| format!("{times:.2}"));
        let cells: Vec<Option<String>> = ids.iter().map(value).collect();
        if cells.iter().any(Option::is_some) {
            let cells = cells.into_iter().map(Option::unwrap_or_default);
            table.row([together.name.clone()].into_iter().chain(cells));
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::samples::{record, result};
    use crate::record::{Slice, WORDS};

    #[test]
    fn two_readers_are_held_against_one() {
        let with = |turns: &[u64]| {
            let mut result = result("glibc", &[1.0], 1.0);
            result.rounds = vec![Slice {
                wall_ns: 100,
                turns: turns.to_vec(),
                cpu_ns: vec![100; turns.len()],
                ..Slice::default()
            }];
            result
        };
        let mut record = record(ALONE[0], vec![with(&[100])]);
        assert!(!table(&record, WORDS).has_rows());
        let two = super::super::record::samples::record("2/100/0/0", vec![with(&[70, 60])]);
        record.scenarios.extend(two.scenarios);
        let times = of(&record, &record.scenarios[1], "glibc").expect("both rows are there");
        assert!((times - 1.3).abs() < 1e-12);
        assert!(table(&record, WORDS).text().contains("1.30"));
    }
}
