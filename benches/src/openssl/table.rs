// SPDX-License-Identifier: MIT OR Apache-2.0
//! What is printed of the OpenSSL rows.

use crate::preload::REFERENCE;
use crate::record::{LockRecord, ProgramRecord, Record};
use crate::stats;
use crate::table::Table;

const TITLE: &str = "OpenSSL with preloaded locks, operations a second, glibc = 1 (what / threads; median of rounds)\n\
                     decode: an X.509 certificate and its key; fetch: EVP_MD_fetch and SHA-256 of 3 bytes; handshake: TLS 1.3 in memory";

/// Throughput and CPU time, or nothing where no row was measured.
pub fn text(record: &Record) -> String {
    let rows = &record.openssl;
    let Some(first) = rows.first() else {
        return String::new();
    };
    let speed = grid(rows, true, |result| result.ratio);
    let cpu = grid(rows, false, |result| result.cpu_ratio);
    format!(
        "\n{}\n{TITLE}\n\n{speed}\nCPU time an operation, glibc = 1\nOpenSSL with preloaded locks\n\n{cpu}",
        first.library
    )
}

/// A column for each lock that any row has, in the order in which they come, and perhaps the reference in figures of
/// its own.
fn grid(rows: &[ProgramRecord], absolute: bool, cell: impl Fn(&LockRecord) -> f64) -> String {
    let mut locks: Vec<&str> = Vec::new();
    for result in rows.iter().flat_map(|row| &row.results) {
        if !locks.contains(&result.lock.as_str()) {
            locks.push(&result.lock);
        }
    }
    // Here it is no call through a pointer, but the program's own.
    let title = |lock: &&str| if *lock == REFERENCE { "glibc" } else { *lock }.to_owned();
    let head = [String::new()]
        .into_iter()
        .chain(locks.iter().map(title))
        .chain(absolute.then(|| "glibc, a second".to_owned()))
        .chain(["others".to_owned()]);
    let mut table = Table::new(1, head);
    for row in rows {
        let cells = locks.iter().map(|lock| {
            row.of(lock)
                .map_or_else(String::new, |result| format!("{:.2}", cell(result)))
        });
        let absolute = absolute.then(|| {
            let reference = row.of(REFERENCE);
            reference.map_or_else(String::new, per_second)
        });
        let slices = row.results.iter().flat_map(|result| &result.rounds);
        let others = stats::median(&slices.map(|slice| slice.others).collect::<Vec<_>>());
        let names = [row.name.clone()].into_iter();
        let others = format!("{:.0} %", others * 100.0);
        table.row(names.chain(cells).chain(absolute).chain([others]));
    }
    table.text()
}

fn per_second(result: &LockRecord) -> String {
    format!("{:.0}", result.rate() * 1e9)
}

/// Row, lock and count of every preload with which OpenSSL went wrong.
pub fn wrong_results(record: &Record) -> Vec<(String, String, u64)> {
    let of_row = |row: &ProgramRecord| {
        let name = row.name.clone();
        let wrong = row.results.iter().filter(|result| result.violations > 0);
        wrong
            .map(|result| (name.clone(), result.lock.clone(), result.violations))
            .collect::<Vec<_>>()
    };
    record.openssl.iter().flat_map(of_row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::samples::{program, record, result};

    #[test]
    fn a_lock_that_fell_out_of_a_row_leaves_its_cell_empty() {
        let all = || {
            let locks = [(REFERENCE, 1.0), ("shim", 1.5), ("empty", 1.7)];
            locks
                .map(|(lock, ratio)| result(lock, &[ratio; 3], 1.0))
                .into()
        };
        let mut record = record("1/0/0/0", Vec::new());
        assert_eq!(text(&record), "");
        record.openssl = vec![program("decode/2", all()), program("handshake/8", all())];
        record.openssl[1].results.pop();
        let text = text(&record);
        let words = |start: &str| -> Vec<String> {
            let line = text.lines().find(|line| line.starts_with(start));
            let line = line.unwrap_or_else(|| panic!("no {start} in {text}"));
            line.split_whitespace().map(str::to_owned).collect()
        };
        assert_eq!(
            words("decode/2"),
            ["decode/2", "1.00", "1.50", "1.70", "0", "0", "%"]
        );
        assert_eq!(
            words("handshake/8"),
            ["handshake/8", "1.00", "1.50", "0", "0", "%"]
        );
    }
}
