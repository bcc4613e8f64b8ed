// SPDX-License-Identifier: MIT OR Apache-2.0
//! The debug build of the library catches pointers that cannot be locks.

use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use rswlock_ffi_tests::compiler::{Compiler, Language};
use rswlock_ffi_tests::program::{Program, Variant};
use rswlock_ffi_tests::stage::{Link, Stage};
use rswlock_ffi_tests::{process, repository, scratch};

/// Builds and installs the library with its checks, apart from the one under
/// test and from whatever Cargo is busy with.
fn build_debug_stage() -> Stage {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("debug-library");
    let mut make = Command::new("make");
    make.args(["--silent", "stage", "PROFILE=dev"])
        .arg(format!("CARGO_TARGET_DIR={}", target.display()))
        .arg(format!("CARGO={}", env!("CARGO")))
        .current_dir(repository())
        // What an outer make passes on is meant for the library under test.
        .env_remove("MAKEFLAGS")
        .env_remove("STAGE");
    process::run(&mut make).unwrap_or_else(|why| panic!("{why}"));
    Stage::at(target.join("stage-debug/usr"))
}

/// The same for all tests here.
fn debug_stage() -> &'static Stage {
    static STAGE: OnceLock<Stage> = OnceLock::new();
    STAGE.get_or_init(build_debug_stage)
}

/// Builds a program against the debug library and runs it.
fn run(name: &str) {
    let stage = debug_stage();
    let scratch = scratch!(&format!("debug-{name}"));
    let variant = Variant {
        family: Compiler::all(Language::C)[0].family,
        level: "-O1",
        // Inline code has no checks.
        inline: false,
        link: Link::Shared,
    };
    Program::new(name)
        .build(stage, &variant, &scratch)
        .and_then(|program| process::run(&mut Command::new(program)))
        .unwrap_or_else(|why| panic!("{why}"));
}

#[test]
fn null_and_misaligned_pointers_abort_with_a_message() {
    run("misuse");
}

/// The checks must not get in the way of proper use.
#[test]
fn proper_use_passes_the_checks() {
    for name in ["words", "matrix", "limits"] {
        run(name);
    }
}
