// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a program gets that has the shim preloaded: the programs of
//! `c/pthread/`, each with the C library's locks and with the shim's, biased or not.

use std::process::Command;

use rswlock_ffi_tests::compiler::Language;
use rswlock_ffi_tests::preload::{self, Locks};
use rswlock_ffi_tests::program::Program;
use rswlock_ffi_tests::{repository, scratch};

/// Tests that build `c/pthread/FILE` and run it.
macro_rules! programs {
    ($($(#[$what:meta])* $test:ident: $file:literal, $language:ident, $standard:literal;)*) => {$(
        $(#[$what])*
        #[test]
        fn $test() {
            let mut program = Program::of($file).unit(concat!("pthread/", $file), &[]);
            if Language::$language == Language::Cxx {
                program = program.cxx($standard);
            }
            let scratch = scratch!(stringify!($test));
            preload::run_with_all(&program, Language::$language, &scratch, &[]);
        }
    )*};
}

programs! {
    layout_in_c: "layout.c", C, "";
    layout_in_cxx: "layout.c", Cxx, "-std=c++17";
    attributes: "attributes.c", C, "";
    answers: "answers.c", C, "";
    deadlines: "deadlines.c", C, "";
    overflow: "overflow.c", C, "";
    recursion: "recursion.c", C, "";
    kind_2: "kind2.c", C, "";
    turns: "turns.c", C, "";
    starvation: "starvation.c", C, "";
    strangers: "strangers.c", C, "";
    shared: "shared.c", C, "";
    forks: "forks.c", C, "";
    killed: "killed.c", C, "";
    unmapped: "unmapped.c", C, "";
    released: "released.c", C, "";
    stepped: "stepped.c", C, "";
    signals: "signals.c", C, "";
    cancel: "cancel.c", C, "";
    stacks: "stacks.c", C, "";
    lifetime: "lifetime.c", C, "";
    objects: "objects.cc", Cxx, "-std=c++17";
    shared_mutex: "shared_mutex.cc", Cxx, "-std=c++17";
    inside_malloc: "inside_malloc.c", C, "";
    sandbox: "sandbox.c", C, "";
    no_resources: "no_resources.c", C, "";
    many: "many.c", C, "";
    idle: "idle.c", C, "";
    fifo: "fifo.c", C, "";
    quota: "quota.c", C, "";
    stalls: "stalls.c", C, "";
    exclusion: "exclusion.c", C, "";
    old_versions: "old_versions.c", C, "";
}

/// A shared object from `c/pthread/NAME.c`.
fn shared_object(name: &str) -> Program {
    Program::of(name)
        .unit(&format!("pthread/{name}.c"), &[])
        .link_flags(&["-shared"])
}

#[test]
fn behind_another_preload() {
    let scratch = scratch!("wrapped");
    let wrapper = preload::build(&shared_object("wrapper"), Language::C, &scratch);
    let program = Program::of("wrapped").unit("pthread/wrapped.c", &[]);
    preload::run_with_all(&program, Language::C, &scratch, &[&wrapper]);
}

#[test]
fn in_libraries_loaded_later() {
    let scratch = scratch!("late");
    let plugin = preload::build(&shared_object("late"), Language::C, &scratch);
    let host = Program::of("late_host").unit("pthread/late_host.c", &[]);
    let host = preload::build(&host, Language::C, &scratch);
    for locks in [Locks::Libc, Locks::Shim] {
        preload::run(preload::command(&host, locks, &[]).arg(&plugin));
    }
}

/// A preload set in a shell gets into everything that it starts.
#[test]
fn programs_that_have_no_locks_do_not_notice() {
    let pipeline = "printf 'b\\na\\n' | sort | tr a-z A-Z; env true; ls Cargo.toml; date -d @0 +%s";
    let run = |locks| {
        let mut command = preload::command("/bin/sh".as_ref(), locks, &[]);
        command.args(["-c", pipeline]).current_dir(repository());
        preload::run(&mut command).output
    };
    assert_eq!(run(Locks::Shim), run(Locks::Libc));
    assert_eq!(run(Locks::Shim), "A\nB\nCargo.toml\n0\n");
}

#[test]
fn readers_leave_the_lock_alone() {
    let scratch = scratch!("slots");
    let program = Program::of("slots").unit("pthread/slots.c", &[]);
    let built = preload::build(&program, Language::C, &scratch);
    for bias in ["on", "auto", "off"] {
        let mut command = preload::command(&built, Locks::Shim, &[]);
        preload::run(command.arg(bias).env("RSWLOCK_BIAS", bias));
    }
}

/// What a program that waits once says on standard error with these settings.
fn said(name: &str, settings: &[(&str, &str)]) -> String {
    let scratch = scratch!(name);
    let program = Program::of("waits_once").unit("pthread/waits_once.c", &[]);
    let built = preload::build(&program, Language::C, &scratch);
    let mut command: Command = preload::command(&built, Locks::Shim, &[]);
    command.envs(settings.iter().copied());
    rswlock_ffi_tests::process::said(&mut command)
        .unwrap_or_else(|why| panic!("{why}"))
        .errors
}

#[test]
fn says_nothing_unless_told_to() {
    for settings in [
        &[][..],
        &[("RSWLOCK_VERBOSE", "0")],
        &[("RSWLOCK_VERBOSE", "")],
    ] {
        assert_eq!(said("quiet", settings), "");
    }
}

#[test]
fn verbose_says_one_line() {
    let line = said(
        "verbose",
        &[("RSWLOCK_VERBOSE", "1"), ("RSWLOCK_SPIN_NS", "1234")],
    );
    assert_eq!(line.lines().count(), 1, "{line}");
    assert!(
        line.starts_with("rswlock ") && line.ends_with('\n'),
        "{line}"
    );
    assert!(line.contains("RSWLOCK_SPIN_NS=1234"), "{line}");
    let line = said(
        "verbose-bias",
        &[("RSWLOCK_VERBOSE", "1"), ("RSWLOCK_BIAS", "off")],
    );
    assert!(line.contains("RSWLOCK_BIAS=off"), "{line}");
}

#[test]
fn settings_that_make_no_sense_are_reported_and_ignored() {
    for (setting, value) in [
        ("RSWLOCK_SPIN_NS", "much"),
        ("RSWLOCK_SPIN_NS", ""),
        ("RSWLOCK_ATTEMPTS", "-1"),
        ("RSWLOCK_BIAS", "ON"),
        ("RSWLOCK_BIAS", ""),
        ("RSWLOCK_ATTEMPTS", "99999999999999999999"),
    ] {
        let line = said("nonsense", &[(setting, value)]);
        assert_eq!(line.lines().count(), 1, "{line}");
        assert!(line.contains(setting) && line.contains(value), "{line}");
    }
}
