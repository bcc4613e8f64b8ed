// SPDX-License-Identifier: MIT OR Apache-2.0
//! Programs that know nothing of rswlock, with its shim preloaded.
//!
//! Each runs three times: with the C library's own locks, so that a test which
//! asks for too much is found out; with the shim; and with the shim when each lock
//! is biased towards readers from its first reader on. In the last two runs
//! `RSWLOCK_TEST_SHIM` names the file that the functions must come from.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::compiler::{Compiler, Language};
use crate::process::{self, Said};
use crate::program::{Program, VARIANTS, Variant};
use crate::scratch::Scratch;
use crate::skip;
use crate::stage::Stage;

/// Whose locks a program uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locks {
    /// The C library's.
    Libc,
    /// The shim's.
    Shim,
    /// The shim's, biased whenever that is possible.
    Biased,
}

/// The one way in which these programs are compiled.
fn variant(language: Language) -> Variant {
    let family = Compiler::all(language)[0].family;
    Variant {
        family,
        ..VARIANTS[0]
    }
}

/// Builds a program or shared object that does not know rswlock.
///
/// # Panics
///
/// If that fails.
#[must_use]
pub fn build(program: &Program, language: Language, scratch: &Scratch) -> PathBuf {
    program
        .clone()
        .unaware()
        .build(&Stage::open(), &variant(language), scratch)
        .unwrap_or_else(|why| panic!("{why}"))
}

/// A command with these objects preloaded, the shim last if it is wanted, and
/// without settings of whoever runs the tests.
#[must_use]
pub fn command(program: &Path, locks: Locks, before: &[&Path]) -> Command {
    let mut preloaded: Vec<PathBuf> = before.iter().map(|path| path.to_path_buf()).collect();
    let mut command = Command::new(program);
    for setting in [
        "RSWLOCK_TEST_SHIM",
        "RSWLOCK_VERBOSE",
        "RSWLOCK_ATTEMPTS",
        "RSWLOCK_BIAS",
        "RSWLOCK_SPIN_NS",
    ] {
        command.env_remove(setting);
    }
    if locks == Locks::Biased {
        command.env("RSWLOCK_BIAS", "on");
    }
    if locks != Locks::Libc {
        let shim = Stage::open().shim();
        command.env("RSWLOCK_TEST_SHIM", &shim);
        preloaded.push(shim);
    }
    let list: Vec<OsString> = preloaded.into_iter().map(OsString::from).collect();
    command.env("LD_PRELOAD", list.join(":".as_ref()));
    command
}

/// Runs a command that must succeed; gives what it said, which must not include
/// anything on standard error but what it skipped.
///
/// # Panics
///
/// If it fails or complains.
pub fn run(command: &mut Command) -> Said {
    let said = process::said(command).unwrap_or_else(|why| panic!("{why}"));
    for line in said.errors.lines() {
        let Some(what) = line.strip_prefix("skipped: ") else {
            panic!("{command:?} complains:\n{}", said.errors);
        };
        let (what, why) = what.split_once(": ").unwrap_or((what, "it says"));
        skip(what, why);
    }
    said
}

/// Builds a program and runs it with each sort of locks. What it says must not
/// depend on which.
///
/// # Panics
///
/// If one fails.
pub fn run_with_all(program: &Program, language: Language, scratch: &Scratch, before: &[&Path]) {
    let built = build(program, language, scratch);
    let plain = run(&mut command(&built, Locks::Libc, before));
    for locks in [Locks::Shim, Locks::Biased] {
        let shimmed = run(&mut command(&built, locks, before));
        assert_eq!(plain.output, shimmed.output, "{locks:?}");
    }
}
