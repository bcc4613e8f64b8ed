// SPDX-License-Identifier: MIT OR Apache-2.0
//! One process of the program, and what it printed.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::machine::Busy;
use crate::record::Slice;
use crate::runner::calmest;

pub struct Run<'a> {
    pub program: &'a Path,
    pub preload: Option<&'a Path>,
    pub job: &'a str,
    pub threads: usize,
    pub length: Duration,
}

#[derive(Debug)]
pub struct Outcome {
    pub slice: Slice,
    /// The version of OpenSSL.
    pub library: String,
}

/// The program's exit status if a result was wrong; it has printed its figures then.
const WRONG: i32 = 1;

impl Run<'_> {
    /// The least disturbed of several processes, if others took part of the machine.
    pub fn measure_calmly(&self, retries: usize) -> Result<Outcome, String> {
        calmest(retries, |outcome| &mut outcome.slice, || self.measure())
    }

    /// A program that hangs ends itself after a minute, so there is no limit here.
    fn measure(&self) -> Result<Outcome, String> {
        let mut command = Command::new(self.program);
        command
            .args(["-r", self.job])
            .arg(format!("{:.3}", self.length.as_secs_f64()))
            .arg(self.threads.to_string())
            .env_remove("LD_PRELOAD");
        if let Some(object) = self.preload {
            command.env("LD_PRELOAD", object);
        }
        let before = Busy::now();
        let output = command
            .output()
            .map_err(|error| format!("{}: {error}", self.program.display()))?;
        let others = Busy::now().others_since(&before);
        if !output.status.success() && output.status.code() != Some(WRONG) {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{}: {}", output.status, said.trim()));
        }
        let (locks, mut outcome) = parse(&String::from_utf8_lossy(&output.stdout))?;
        if let Some(object) = self.preload {
            // The loader goes on without an object that it cannot load.
            if locks != object.as_os_str().to_string_lossy() {
                return Err(format!("it ran with the locks of {locks}"));
            }
        }
        if outcome.slice.turns.len() != self.threads {
            return Err("it ran another number of threads".to_owned());
        }
        outcome.slice.others = others;
        Ok(outcome)
    }
}

/// The file that the locks came from, and the figures.
fn parse(text: &str) -> Result<(String, Outcome), String> {
    let mut locks = None;
    let mut library = String::new();
    let mut slice = Slice::default();
    for line in text.lines() {
        let bad = || format!("not understood: {line}");
        let number = |text: &str| text.parse::<u64>().map_err(|_| bad());
        let (word, rest) = line.split_once(' ').ok_or_else(bad)?;
        match word {
            "locks" => locks = Some(rest.to_owned()),
            "library" => rest.clone_into(&mut library),
            "wrong" => slice.violations = number(rest)?,
            "wall_ns" => slice.wall_ns = number(rest)?,
            "thread" => {
                let (turns, cpu_ns) = rest.split_once(' ').ok_or_else(bad)?;
                slice.turns.push(number(turns)?);
                slice.cpu_ns.push(number(cpu_ns)?);
            }
            _ => return Err(bad()),
        }
    }
    match locks {
        Some(locks) if slice.wall_ns > 0 => Ok((locks, Outcome { slice, library })),
        _ => Err("no figures".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openssl::program;

    const TEXT: &str = "locks /lib/libc.so.6\nlibrary OpenSSL 3.0.19 27 Jan 2026\nwrong 2\nwall_ns 500\n\
                        thread 10 400\nthread 12 450\n";

    #[test]
    fn figures_are_read() {
        let (locks, outcome) = parse(TEXT).expect("as the program prints it");
        assert_eq!(locks, "/lib/libc.so.6");
        assert_eq!(outcome.library, "OpenSSL 3.0.19 27 Jan 2026");
        assert_eq!(outcome.slice.turns, [10, 12]);
        assert_eq!(outcome.slice.cpu_ns, [400, 450]);
        assert_eq!((outcome.slice.wall_ns, outcome.slice.violations), (500, 2));
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "locks /lib/libc.so.6\n",
            "wall_ns 5\n",
            "locks x\nwall_ns five\n",
            "locks x\nwall_ns 5\nthread 10\n",
            "locks x\nwall_ns 5\nhello there\n",
        ] {
            parse(text).expect_err(text);
        }
    }

    #[test]
    fn the_program_runs_with_a_preload_and_says_so_if_it_could_not() {
        // Without OpenSSL's headers there is none.
        let Some(program) = program() else {
            return;
        };
        let object = Path::new(env!("BENCH_OBJECTS")).join("libbench_spin_sleep.so");
        let run = |preload| {
            Run {
                program: &program,
                preload,
                job: "fetch",
                threads: 2,
                length: Duration::from_millis(50),
            }
            .measure()
        };
        for preload in [None, Some(object.as_path())] {
            let outcome = run(preload).expect("neither breaks it");
            assert_eq!(outcome.slice.violations, 0);
            assert!(outcome.slice.total() > 0);
        }
        let message = run(Some(Path::new("/nonexistent.so"))).expect_err("there is no such object");
        assert!(message.contains("locks of"), "{message}");
    }
}
