// SPDX-License-Identifier: MIT OR Apache-2.0
//! Command line.

use std::path::PathBuf;

use lexopt::prelude::*;

pub const HELP: &str = "\
Usage: rswlock-bench [OPTIONS]

Measures read-write locks against glibc's in one interleaved run and prints ratios.

  --quick             3 rounds of short slices: a look, not a figure to quote
  --scenario PREFIX   only scenarios whose name starts so (repeatable), for example 2/90 or upgraders
  --lock NAME         only this lock (repeatable); glibc, the reference, always runs
  --rounds N          rounds, each with a slice of every lock in random order (default 5)
  --slice-ms N        length of a slice (default 250; doubled at 8 threads, times four at 32)
  --retries N         measure a slice again, up to N times, if others took more than 5 % of the machine (default 0)
  --seed N            seed of the random order and of the read/write choices
  --json FILE         where to store everything (default target/bench/rswlock-bench.json)
  --compare OLD.json  also print this run against a stored one
  --list              names of scenarios and locks
  --help              this text
";

#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    pub scenarios: Vec<String>,
    pub locks: Vec<String>,
    pub rounds: usize,
    pub slice_ms: u64,
    pub retries: usize,
    pub upgraders_ms: u64,
    pub seed: u64,
    pub json: Option<PathBuf>,
    pub compare: Option<PathBuf>,
}

#[derive(Debug, PartialEq)]
pub enum Request {
    Run(Options),
    Help,
    List,
}

pub fn parse<I>(arguments: I, default_seed: u64) -> Result<Request, lexopt::Error>
where
    I: IntoIterator,
    I::Item: Into<std::ffi::OsString>,
{
    let mut options = Options {
        scenarios: Vec::new(),
        locks: Vec::new(),
        rounds: 5,
        slice_ms: 250,
        retries: 0,
        upgraders_ms: 4000,
        seed: default_seed,
        json: None,
        compare: None,
    };
    let mut rounds = None;
    let mut slice_ms = None;
    let mut parser = lexopt::Parser::from_iter(arguments);
    while let Some(argument) = parser.next()? {
        match argument {
            Long("quick") => {
                options.rounds = 3;
                options.slice_ms = 60;
                options.upgraders_ms = 1000;
            }
            Long("scenario") => options.scenarios.push(parser.value()?.string()?),
            Long("lock") => options.locks.push(parser.value()?.string()?),
            Long("rounds") => {
                rounds = Some(positive(parser.value()?.parse()?, "--rounds")? as usize);
            }
            Long("slice-ms") => slice_ms = Some(positive(parser.value()?.parse()?, "--slice-ms")?),
            Long("retries") => options.retries = parser.value()?.parse()?,
            Long("seed") => options.seed = parser.value()?.parse()?,
            Long("json") => options.json = Some(parser.value()?.into()),
            Long("compare") => options.compare = Some(parser.value()?.into()),
            Long("list") => return Ok(Request::List),
            Short('h') | Long("help") => return Ok(Request::Help),
            _ => return Err(argument.unexpected()),
        }
    }
    // What was said in numbers wins over --quick, in whatever order they come.
    options.rounds = rounds.unwrap_or(options.rounds);
    options.slice_ms = slice_ms.unwrap_or(options.slice_ms);
    Ok(Request::Run(options))
}

fn positive(value: u64, option: &str) -> Result<u64, lexopt::Error> {
    if value == 0 {
        Err(format!("{option} must be at least 1").into())
    } else {
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(arguments: &[&str]) -> Options {
        match parse([&["bench"], arguments].concat(), 7).expect("these are valid") {
            Request::Run(options) => options,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn numbers_win_over_quick_in_either_order() {
        for arguments in [["--quick", "--rounds", "9"], ["--rounds", "9", "--quick"]] {
            let options = run(&arguments);
            assert_eq!((options.rounds, options.slice_ms), (9, 60));
        }
    }

    #[test]
    fn filters_repeat() {
        let options = run(&[
            "--scenario",
            "2/",
            "--scenario=upgraders",
            "--lock",
            "rsw64",
        ]);
        assert_eq!(options.scenarios, ["2/", "upgraders"]);
        assert_eq!(options.locks, ["rsw64"]);
        assert_eq!(options.seed, 7);
        assert_eq!(run(&["--retries", "2"]).retries, 2);
    }

    #[test]
    fn nonsense_is_refused() {
        for arguments in [
            &["--rounds", "0"][..],
            &["--slice-ms", "x"],
            &["--frobnicate"],
            &["stray"],
        ] {
            assert!(
                parse([&["bench"], arguments].concat(), 0).is_err(),
                "{arguments:?}"
            );
        }
    }
}
