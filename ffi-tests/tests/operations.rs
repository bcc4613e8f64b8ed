// SPDX-License-Identifier: MIT OR Apache-2.0
//! What each operation does to the word, who is let in, who has to wait.

use std::collections::BTreeSet;
use std::fs;

use rswlock_ffi_tests::program::{FEW, Program, VARIANTS};
use rswlock_ffi_tests::{here, scratch, source};

#[test]
fn words() {
    Program::new("words").run(&scratch!("words"), &VARIANTS, &[]);
}

#[test]
fn words_by_generic_names() {
    Program::new("words").flags(&["-DGENERIC_NAMES"]).run(
        &scratch!("generic-words"),
        &VARIANTS,
        &[],
    );
}

#[test]
fn words_in_cxx() {
    for standard in ["-std=c++11", "-std=c++17"] {
        let program = Program::new("words")
            .cxx(standard)
            .flags(&["-DGENERIC_NAMES"]);
        program.run(&scratch!("cxx-words"), &VARIANTS, &[]);
    }
}

#[test]
fn compatibility_matrix() {
    Program::new("matrix").run(&scratch!("matrix"), &VARIANTS, &[]);
}

#[test]
fn queries() {
    Program::new("queries").run(&scratch!("queries"), &VARIANTS, &[]);
    let program = Program::new("queries")
        .cxx("-std=c++11")
        .flags(&["-DGENERIC_NAMES"]);
    program.run(&scratch!("cxx-queries"), &VARIANTS, &[]);
}

#[test]
fn blocking_lock() {
    Program::new("blocking").run(&scratch!("blocking"), &VARIANTS, &[]);
}

#[test]
fn limits() {
    Program::new("limits").run(&scratch!("limits"), &FEW, &[]);
}

#[test]
fn who_waits() {
    Program::new("waits").run(&scratch!("waits"), &FEW, &[]);
}

#[test]
fn timed_takes() {
    Program::new("timed").run(&scratch!("timed"), &FEW, &[]);
}

/// The list that the header tests and `misuse` go through is complete: it names
/// what the library exports, but for the halves that only inline code calls.
#[test]
fn list_of_operations_is_complete() {
    let list = fs::read_to_string(source("operations.h")).expect("operations.h is there");
    let listed: BTreeSet<String> = list
        .split("X(")
        .filter_map(|rest| rest.split_once(')'))
        .map(|(name, _)| name)
        .filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase()))
        .flat_map(|name| [format!("rsw32_{name}"), format!("rsw64_{name}")])
        .collect();
    let exports = fs::read_to_string(here().join("exports.txt")).expect("exports.txt is there");
    let exported: BTreeSet<String> = exports
        .lines()
        .filter(|name| name.starts_with("rsw32_") || name.starts_with("rsw64_"))
        .filter(|name| !name.ends_with("_slow"))
        .map(str::to_owned)
        .collect();
    assert_eq!(listed, exported);
}
