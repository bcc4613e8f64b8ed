// SPDX-License-Identifier: MIT OR Apache-2.0
//! Command line.

use std::path::PathBuf;

use lexopt::prelude::*;

use crate::ffi::Group;

pub const HELP: &str = "\
Usage: rswlock-bench [OPTIONS]

Measures read-write locks against glibc's in one interleaved run and prints ratios.

  --quick             3 rounds of short slices: a look, not a figure to quote
  --scenario PREFIX   only scenarios whose name starts so (repeatable), for example 2/90 or upgraders
  --lock NAME         only this lock (repeatable); the group's reference always runs
  --group GROUP       words: lock words and what a program could link instead; preload: locks under the C library's
                      names; openssl: the latter, preloaded into a program that shares OpenSSL; scaling: preload, with
                      1, 2, 4, 8 and 16 threads that read, for a machine with as many CPUs; all (default): the others
  --shim FILE         the librswlock_pthread.so to load (default: the staged one)
  --preload NAME=FILE also measure this shared object under a name of your own (repeatable)
  --rounds N          rounds, each with a slice of every lock in random order (default 5)
  --slice-ms N        length of a slice (default 250; doubled at 8 threads and with OpenSSL, times four at 32)
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
    /// All groups if there is none.
    pub group: Option<Group>,
    /// Whether it is about what more threads bring.
    pub scaling: bool,
    pub shim: Option<PathBuf>,
    /// Names and files.
    pub preloads: Vec<(String, PathBuf)>,
    pub rounds: usize,
    pub slice_ms: u64,
    pub retries: usize,
    pub upgraders_ms: u64,
    pub seed: u64,
    pub json: Option<PathBuf>,
    pub compare: Option<PathBuf>,
}

impl Options {
    /// Whether a group was asked for.
    pub fn has(&self, group: Group) -> bool {
        self.group.is_none_or(|only| only == group)
    }
}

#[derive(Debug, PartialEq)]
pub enum Request {
    Run(Options),
    Help,
    List(Options),
}

pub fn parse<I>(arguments: I, default_seed: u64) -> Result<Request, lexopt::Error>
where
    I: IntoIterator,
    I::Item: Into<std::ffi::OsString>,
{
    let mut options = Options {
        scenarios: Vec::new(),
        locks: Vec::new(),
        group: None,
        scaling: false,
        shim: None,
        preloads: Vec::new(),
        rounds: 5,
        slice_ms: 250,
        retries: 0,
        upgraders_ms: 4000,
        seed: default_seed,
        json: None,
        compare: None,
    };
    let mut list = false;
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
            Long("group") => {
                let name = parser.value()?.string()?;
                options.scaling = name == "scaling";
                options.group = group(&name)?;
            }
            Long("shim") => options.shim = Some(parser.value()?.into()),
            Long("preload") => options.preloads.push(named(&parser.value()?.string()?)?),
            Long("rounds") => {
                rounds = Some(positive(parser.value()?.parse()?, "--rounds")? as usize);
            }
            Long("slice-ms") => slice_ms = Some(positive(parser.value()?.parse()?, "--slice-ms")?),
            Long("retries") => options.retries = parser.value()?.parse()?,
            Long("seed") => options.seed = parser.value()?.parse()?,
            Long("json") => options.json = Some(parser.value()?.into()),
            Long("compare") => options.compare = Some(parser.value()?.into()),
            Long("list") => list = true,
            Short('h') | Long("help") => return Ok(Request::Help),
            _ => return Err(argument.unexpected()),
        }
    }
    // What was said in numbers wins over --quick, in whatever order they come.
    options.rounds = rounds.unwrap_or(options.rounds);
    options.slice_ms = slice_ms.unwrap_or(options.slice_ms);
    if options.group == Some(Group::Words)
        && (options.shim.is_some() || !options.preloads.is_empty())
    {
        return Err("--shim and --preload are of no use with --group words".into());
    }
    Ok(if list {
        Request::List(options)
    } else {
        Request::Run(options)
    })
}

fn group(value: &str) -> Result<Option<Group>, lexopt::Error> {
    match value {
        "words" => Ok(Some(Group::Words)),
        "preload" | "scaling" => Ok(Some(Group::Preload)),
        "openssl" => Ok(Some(Group::Openssl)),
        "all" => Ok(None),
        _ => Err("--group must be words, preload, openssl, scaling or all".into()),
    }
}

fn named(value: &str) -> Result<(String, PathBuf), lexopt::Error> {
    match value.split_once('=') {
        Some((name, file)) if !name.is_empty() && !file.is_empty() => {
            Ok((name.to_owned(), file.into()))
        }
        _ => Err("--preload must be NAME=FILE".into()),
    }
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
    fn groups_and_objects_are_chosen() {
        let options = run(&[
            "--group",
            "preload",
            "--shim=a.so",
            "--preload",
            "old=b=c.so",
        ]);
        assert_eq!(options.group, Some(Group::Preload));
        assert_eq!(options.shim, Some("a.so".into()));
        assert_eq!(options.preloads, [("old".to_owned(), "b=c.so".into())]);
        assert_eq!(run(&["--group", "words", "--group", "all"]).group, None);
        assert_eq!(run(&["--group=openssl"]).group, Some(Group::Openssl));
        let options = run(&["--group", "scaling"]);
        assert_eq!(
            (options.group, options.scaling),
            (Some(Group::Preload), true)
        );
        assert!(!run(&["--group", "scaling", "--group", "preload"]).scaling);
    }

    #[test]
    fn nonsense_is_refused() {
        for arguments in [
            &["--rounds", "0"][..],
            &["--slice-ms", "x"],
            &["--frobnicate"],
            &["stray"],
            &["--group", "x"],
            &["--preload", "file.so"],
            &["--preload", "=file.so"],
            &["--shim", "a.so", "--group", "words"],
        ] {
            assert!(
                parse([&["bench"], arguments].concat(), 0).is_err(),
                "{arguments:?}"
            );
        }
    }
}
