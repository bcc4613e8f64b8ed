// SPDX-License-Identifier: MIT OR Apache-2.0
//! This run against a stored one: what a change has done, each side as a ratio to the glibc of its own run.

use std::fs;
use std::path::Path;

use crate::record::{Record, SCHEMA, Waits};
use crate::table::Table;

pub fn load(path: &Path) -> Result<Record, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let record: Record =
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    if record.schema == SCHEMA {
        Ok(record)
    } else {
        Err(format!(
            "{}: schema {} where {SCHEMA} is known",
            path.display(),
            record.schema
        ))
    }
}

/// One line for each scenario and lock that both runs have: throughput before, after, and the change.
pub fn table(old: &Record, new: &Record) -> String {
    let mut table = Table::new(2, ["", "", "before", "after", "change"]);
    let is_reference = |id: &str| new.lock(id).is_some_and(|lock| lock.role == "reference");
    let scenarios = new.scenarios.iter().map(|row| (&row.name, &row.results));
    let programs = new.openssl.iter().map(|row| (&row.name, &row.results));
    for (name, results) in scenarios.chain(programs) {
        for result in results.iter().filter(|result| !is_reference(&result.lock)) {
            let Some(earlier) = old.result(name, &result.lock) else {
                continue;
            };
            table.row([
                name.clone(),
                result.lock.clone(),
                format!("{:.2}", earlier.ratio),
                format!("{:.2}", result.ratio),
                format!("{:+.0} %", (result.ratio / earlier.ratio - 1.0) * 100.0),
            ]);
        }
    }
    for after in &new.upgraders {
        let Some(before) = old
            .upgraders
            .iter()
            .find(|before| before.lock == after.lock)
        else {
            continue;
        };
        let ms = |waits: &Waits| format!("{:.1} ms", waits.max_ns as f64 / 1e6);
        let names = ["upgraders, worst write wait".to_owned(), after.lock.clone()];
        table.row(
            names
                .into_iter()
                .chain([ms(&before.write_wait), ms(&after.write_wait)]),
        );
    }
    if !table.has_rows() {
        return "\nThe stored run has nothing that this one measured\n".to_owned();
    }
    let (then, now) = (&old.machine, &new.machine);
    let caution = if then.cpu == now.cpu && then.cpus == now.cpus {
        String::new()
    } else {
        format!(
            "Beware, another machine before: {}, {} CPUs\n",
            then.cpu, then.cpus
        )
    };
    format!(
        "\nBefore and after (throughput against the glibc of each run)\n{caution}\n{}",
        table.text()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::samples::{record, result};

    #[test]
    fn only_what_both_have_is_compared() {
        let old = record(
            "2/50/0/50",
            vec![result("glibc", &[1.0], 1.0), result("rsw64", &[1.0], 1.0)],
        );
        let new = record(
            "2/50/0/50",
            vec![
                result("glibc", &[1.0], 1.0),
                result("rsw64", &[1.5], 1.0),
                result("rsw32", &[1.5], 1.0),
            ],
        );
        let text = table(&old, &new);
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("2/")).collect();
        assert_eq!(rows.len(), 1);
        assert_eq!(
            rows[0].split_whitespace().collect::<Vec<_>>(),
            ["2/50/0/50", "rsw64", "1.00", "1.50", "+50", "%"]
        );
    }

    #[test]
    fn runs_with_nothing_in_common_say_so() {
        let old = record("2/50/0/50", vec![result("glibc", &[1.0], 1.0)]);
        let new = record("2/90/0/50", vec![result("rsw64", &[1.0], 1.0)]);
        assert!(table(&old, &new).contains("nothing"));
    }

    #[test]
    fn a_record_survives_its_file() {
        let record = record("2/50/0/50", vec![result("glibc", &[1.0, 1.1], 0.9)]);
        let path = std::env::temp_dir().join(format!("rswlock-bench-{}.json", std::process::id()));
        fs::write(&path, serde_json::to_string(&record).expect("plain data"))
            .expect("the folder is writable");
        let read = load(&path);
        fs::remove_file(&path).expect("just written");
        let read = read.expect("just written");
        assert_eq!(read.scenarios[0].results[0].ratio_rounds, [1.0, 1.1]);
        assert!(load(Path::new("/nonexistent.json")).is_err());
    }
}
