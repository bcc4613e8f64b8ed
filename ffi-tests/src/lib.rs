// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tests of rswlock's C surface: what a C or C++ programmer gets.
//!
//! The programs are under `c/`; they see nothing but an installed library,
//! found by pkg-config as any program would. The tests compile, link and run
//! them in the combinations that matter. README.md tells how to run them and
//! which old defect each of them keeps away.

pub mod compiler;
pub mod jobs;
pub mod objects;
pub mod preload;
pub mod process;
pub mod program;
pub mod scratch;
pub mod stage;

use std::io::Write;
use std::path::{Path, PathBuf};

/// The folder of this crate.
#[must_use]
pub fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A file or folder under `c/`.
#[must_use]
pub fn source(name: &str) -> PathBuf {
    here().join("c").join(name)
}

/// The root of the repository.
#[must_use]
pub fn repository() -> &'static Path {
    here().parent().expect("this crate lies in the repository")
}

/// Says that something is not tested here and why.
///
/// Goes round the test harness, which would show it only after a failure.
pub fn skip(what: &str, why: &str) {
    // A closed standard error must not fail the test.
    let _ = writeln!(std::io::stderr(), "skipped: {what}: {why}");
}
