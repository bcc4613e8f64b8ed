// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the preloaded shim is to bring to a program that shares OpenSSL.

use super::{at_least, throughput_against};
use crate::preload::REFERENCE;
use crate::record::{Figure, Record};

const LOCK: &str = "shim";

/// Row, operations a second against glibc's. Handshakes are arithmetic for the most part.
const THROUGHPUT: [(&str, f64); 4] = [
    ("decode/2", 1.5),
    ("decode/8", 1.5),
    ("fetch/2", 1.15),
    ("fetch/8", 1.15),
];

pub fn judge(record: &Record) -> Vec<Figure> {
    let figure = |&(name, wanted): &(&str, f64)| {
        let row = record.openssl.iter().find(|row| row.name == name)?;
        let (ours, reference) = (row.of(LOCK)?, row.of(REFERENCE)?);
        let what = format!("throughput : {REFERENCE}");
        let measured = throughput_against(ours, reference);
        Some(at_least(name, LOCK, what, wanted, measured))
    };
    THROUGHPUT.iter().filter_map(figure).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openssl::ROWS;
    use crate::record::samples::{program, record, result};

    #[test]
    fn wanted_figures_name_rows_that_exist() {
        for (name, _) in THROUGHPUT {
            assert!(ROWS.iter().any(|row| row.name == name), "{name}");
        }
    }

    #[test]
    fn a_row_is_held_against_glibc() {
        let mut record = record("1/0/0/0", Vec::new());
        let ours = |ratio| vec![result(REFERENCE, &[1.0], 1.0), result(LOCK, &[ratio], 1.0)];
        record.openssl = vec![
            program("decode/2", ours(1.49)),
            program("fetch/8", ours(1.15)),
            program("handshake/2", ours(1.0)),
        ];
        let reached: Vec<(String, bool)> = judge(&record)
            .into_iter()
            .map(|figure| (figure.scenario, figure.reached))
            .collect();
        assert_eq!(
            reached,
            [("decode/2".to_owned(), false), ("fetch/8".to_owned(), true)]
        );
    }
}
