// SPDX-License-Identifier: MIT OR Apache-2.0
//! `make bench`: rswlock's locks against the locks a C program could use instead, in one interleaved run.
//! README.md beside this crate says how the figures come about.
// Counts become floating point all over a statistics program; 2^53 turns are out of reach.
#![allow(clippy::cast_precision_loss)]

mod cli;
mod compare;
mod ffi;
mod figures;
mod machine;
mod openssl;
mod preload;
mod random;
mod record;
mod report;
mod runner;
mod scaling;
mod scenario;
mod slice;
mod stats;
mod table;

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use cli::{Options, Request};
use ffi::{Group, Lock, Role};
use record::{LockInfo, Record, SCHEMA, Settings};
use runner::Runner;
use scenario::{SCENARIOS, Scenario, UPGRADERS};

fn main() -> ExitCode {
    ffi::check_layout();
    let seed = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(1, |time| time.as_secs());
    let result = match cli::parse(env::args_os(), seed) {
        Ok(Request::Help) => {
            print!("{}", cli::HELP);
            return ExitCode::SUCCESS;
        }
        Ok(Request::List(options)) => list(&options).map(|()| true),
        Ok(Request::Run(options)) => run(&options),
        Err(error) => Err(format!("{error}; --help lists the options")),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("rswlock-bench: {message}");
            ExitCode::from(2)
        }
    }
}

/// Measures, prints, stores. False if a lock did not exclude.
fn run(options: &Options) -> Result<bool, String> {
    let locks = chosen_locks(options)?;
    let named = |name: &str| {
        let mut prefixes = options.scenarios.iter();
        prefixes.any(|prefix| name.starts_with(prefix.as_str()))
    };
    let wanted = |name: &str| options.scenarios.is_empty() || named(name);
    if !row_names().any(wanted) {
        return Err("no scenario starts so; --list shows them".to_owned());
    }
    // Read first, so that a wrong file name does not cost the whole run.
    let old = options.compare.as_deref().map(compare::load).transpose()?;

    let machine = machine::describe();
    let mut runner = Runner::new(options);
    let mut record = Record {
        schema: SCHEMA,
        machine,
        settings: Settings {
            rounds: options.rounds,
            slice_ms: options.slice_ms,
            retries: options.retries,
            upgraders_ms: options.upgraders_ms,
            seed: options.seed,
            busy_rounds_per_us: runner.busy_rounds_per_us(),
            environment: env::vars()
                .filter(|(name, _)| name.starts_with("RSWLOCK_"))
                .collect(),
        },
        locks: locks.iter().map(|&lock| lock_info(lock)).collect(),
        scenarios: Vec::new(),
        upgraders: Vec::new(),
        openssl: Vec::new(),
        figures: Vec::new(),
    };
    // The locks of the program's rows are loaded, but a group of locks alone was not asked for.
    let only_openssl = options.group == Some(Group::Openssl);
    let scenarios = SCENARIOS.iter().filter(|_| !only_openssl);
    let due = |scenario: &&Scenario| {
        let whole = options.scenarios.is_empty();
        scenario.is_for(options.scaling) && (whole || named(scenario.name))
    };
    for scenario in scenarios.filter(due) {
        // The reference alone says nothing, unless nothing else was asked for.
        if runner::entrants(scenario, &locks).count() < 2 && locks.len() > 1 {
            continue;
        }
        record.scenarios.push(runner.scenario(scenario, &locks));
    }
    if wanted(UPGRADERS.name) && !only_openssl {
        for &lock in locks.iter().filter(|lock| lock.has_upgrade()) {
            record.upgraders.push(runner.upgraders(&UPGRADERS, lock));
        }
    }
    if let Some(mut bench) = openssl::Bench::new(options, &locks) {
        for row in openssl::ROWS.iter().filter(|row| wanted(row.name)) {
            record.openssl.push(bench.measure(row)?);
        }
    }
    record.machine.load_at_end = machine::load();
    record.figures = figures::judge(&record);

    print!("{}", report::full(&record));
    if let Some(old) = old {
        print!("{}", compare::table(&old, &record));
    }
    let path = options.json.clone().unwrap_or_else(default_json);
    store(&record, &path)?;
    println!("\nstored in {}", path.display());
    Ok(report::violations(&record).is_empty() && openssl::wrong_results(&record).is_empty())
}

/// Everything that --scenario can choose.
fn row_names() -> impl Iterator<Item = &'static str> {
    let scenarios = SCENARIOS.iter().map(|scenario| scenario.name);
    let programs = openssl::ROWS.iter().map(|row| row.name);
    scenarios.chain([UPGRADERS.name]).chain(programs)
}

fn chosen_locks(options: &Options) -> Result<Vec<Lock>, String> {
    let (all, missing) = all_locks(options)?;
    for line in missing {
        eprintln!("rswlock-bench: {line}");
    }
    if !all.iter().any(|lock| lock.role() == Role::Ours) {
        return Err(format!(
            "built without rswlock: no staged install in {}. Run `make stage`, or set RSWLOCK_STAGE to the prefix \
             of one, and build again",
            env!("BENCH_STAGE")
        ));
    }
    if let Some(unknown) = options
        .locks
        .iter()
        .find(|name| !all.iter().any(|lock| lock.id() == name.as_str()))
    {
        return Err(format!(
            "no lock is called {unknown} here; --list shows them"
        ));
    }
    let chosen = |lock: &Lock| {
        let names = options
            .locks
            .iter()
            .chain(options.preloads.iter().map(|(name, _)| name));
        options.locks.is_empty() || names.into_iter().any(|name| name == lock.id())
    };
    // A group's reference runs along with whatever of the group was chosen.
    let groups: Vec<Group> = all
        .iter()
        .filter(|lock| chosen(lock))
        .map(|lock| lock.group())
        .collect();
    Ok(all
        .into_iter()
        .filter(|lock| {
            chosen(lock) || lock.role() == Role::Reference && groups.contains(&lock.group())
        })
        .collect())
}

/// Every lock of the groups that were asked for, and a word on each that is missing.
fn all_locks(options: &Options) -> Result<(Vec<Lock>, Vec<String>), String> {
    let mut missing = Vec::new();
    let mut all = ffi::locks();
    if options.has(Group::Words) && !all.iter().any(|lock| lock.id().starts_with("ck_")) {
        missing.push("built without Concurrency Kit (Debian: libck-dev)".to_owned());
    }
    // A program's rows are those of the same objects.
    let objects = options.has(Group::Preload) || options.has(Group::Openssl);
    if objects {
        let (preloads, left_out) = preload::locks(options)?;
        all.extend(preloads);
        missing.extend(left_out);
    }
    if options.has(Group::Openssl) {
        missing.extend(openssl::missing());
    }
    all.retain(|lock| match lock.group() {
        Group::Preload => options.has(Group::Preload) || objects && lock.is_object(),
        group => options.has(group),
    });
    all.sort_by_key(|lock| (lock.group(), lock.role()));
    let mut names: Vec<&str> = all.iter().map(|lock| lock.id()).collect();
    names.sort_unstable();
    if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("there are two locks called {}", pair[0]));
    }
    Ok((all, missing))
}

fn lock_info(lock: Lock) -> LockInfo {
    let role = match lock.role() {
        Role::Reference => "reference",
        Role::Ours => "ours",
        Role::Other => "other",
        Role::Bound => "bound",
    };
    LockInfo {
        id: lock.id().to_owned(),
        role: role.to_owned(),
        group: match lock.group() {
            Group::Words => record::WORDS.to_owned(),
            Group::Preload | Group::Openssl => record::PRELOAD.to_owned(),
        },
        version: lock.version().to_owned(),
    }
}

fn list(options: &Options) -> Result<(), String> {
    let (locks, missing) = all_locks(options)?;
    println!(
        "scenarios (threads / reads % or S / ns inside / ns outside; with OpenSSL what / threads):"
    );
    for name in row_names() {
        println!("  {name}");
    }
    println!("locks:");
    for lock in locks.into_iter().map(lock_info) {
        println!(
            "  {:<15}{:<10}{:<11}{}",
            lock.id, lock.group, lock.role, lock.version
        );
    }
    for line in missing {
        println!("{line}");
    }
    Ok(())
}

fn default_json() -> PathBuf {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let target = root.join(env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()));
    target.join("bench/rswlock-bench.json")
}

fn store(record: &Record, path: &std::path::Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let text = serde_json::to_string_pretty(record).map_err(|error| error.to_string())?;
    fs::write(path, text + "\n").map_err(failed)
}
