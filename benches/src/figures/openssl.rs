// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the preloaded shim is to bring to a program that shares OpenSSL.

use super::{at_least, throughput_against};
use crate::record::{Figure, LockRecord, ProgramRecord, Record};

const LOCK: &str = "shim";
/// Calls that do nothing.
const CALLS: &str = "empty";

/// Row, operations a second against those without any lock: how many certificates glibc's locks leave depends more on
/// the machine than on the lock.
const BESIDE_NONE: [(&str, f64); 3] = [("decode/1", 0.97), ("decode/2", 0.92), ("decode/8", 0.92)];
/// In these, against the best of the other locks. Handshakes are arithmetic for the most part.
const BESIDE_BEST: [&str; 4] = ["fetch/2", "fetch/8", "handshake/2", "handshake/8"];
const BEST: f64 = 0.97;

pub fn judge(record: &Record) -> Vec<Figure> {
    record.openssl.iter().filter_map(figure).collect()
}

fn figure(row: &ProgramRecord) -> Option<Figure> {
    let ours = row.of(LOCK)?;
    let beside_none = BESIDE_NONE.iter().find(|wanted| wanted.0 == row.name);
    let (other, wanted) = match beside_none {
        Some((_, wanted)) => (row.of(CALLS)?, *wanted),
        None if BESIDE_BEST.contains(&row.name.as_str()) => (best_other(row)?, BEST),
        None => return None,
    };
    let what = format!("throughput : {}", other.lock);
    let measured = throughput_against(ours, other);
    Some(at_least(&row.name, LOCK, what, wanted, measured))
}

fn best_other(row: &ProgramRecord) -> Option<&LockRecord> {
    let others = row
        .results
        .iter()
        .filter(|result| result.lock != LOCK && result.lock != CALLS);
    others.max_by(|a, b| a.ratio.total_cmp(&b.ratio))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openssl::ROWS;
    use crate::record::samples::{program, record, result};

    #[test]
    fn wanted_figures_name_rows_that_exist() {
        let names = BESIDE_NONE.iter().map(|row| row.0).chain(BESIDE_BEST);
        for name in names {
            assert!(ROWS.iter().any(|row| row.name == name), "{name}");
        }
    }

    #[test]
    fn a_row_is_held_against_no_locks_or_the_best_ones() {
        let mut record = record("1/0/0/0", Vec::new());
        let row = |ours, none| {
            vec![
                result("glibc", &[1.0], 1.0),
                result(LOCK, &[ours], 1.0),
                result("parking_lot", &[1.5], 1.0),
                result(CALLS, &[none], 1.0),
            ]
        };
        record.openssl = vec![
            program("decode/1", row(0.96, 1.0)),
            program("decode/2", row(1.85, 2.0)),
            program("fetch/2", row(1.47, 3.0)),
            program("handshake/8", row(1.40, 3.0)),
            program("something/8", row(1.40, 3.0)),
        ];
        let reached: Vec<(String, bool)> = judge(&record)
            .into_iter()
            .map(|figure| (figure.scenario, figure.reached))
            .collect();
        let wanted = [
            ("decode/1", false),
            ("decode/2", true),
            ("fetch/2", true),
            ("handshake/8", false),
        ];
        assert_eq!(reached, wanted.map(|(name, met)| (name.to_owned(), met)));
    }
}
