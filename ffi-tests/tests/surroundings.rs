// SPDX-License-Identifier: MIT OR Apache-2.0
//! Locks where servers use them: between processes, in signal handlers, before
//! and after main, on small stacks, in plugins, under either back-off.

use std::process::Command;

use rswlock_ffi_tests::compiler::Language;
use rswlock_ffi_tests::program::{FEW, Program, VARIANTS, Variant, available};
use rswlock_ffi_tests::stage::{Link, Stage};
use rswlock_ffi_tests::{jobs, process, scratch};

#[test]
fn between_processes() {
    Program::new("processes").run(&scratch!("processes"), &VARIANTS, &[]);
}

#[test]
fn behind_a_stopped_process() {
    Program::new("stopped").run(&scratch!("stopped"), &FEW, &[]);
}

#[test]
fn in_signal_handlers() {
    Program::new("signals").run(&scratch!("signals"), &VARIANTS, &[]);
}

#[test]
fn before_and_after_main_and_on_small_stacks() {
    Program::new("lifetime").run(&scratch!("lifetime"), &VARIANTS, &[]);
}

/// `RSWLOCK_BACKOFF` and what it must do: whether waiters then yield the CPU.
fn backoff(name: &str, setting: Option<&str>, yields: &str) {
    Program::new("backoff").run_with(&scratch!(name), &FEW, |program| {
        let mut command = Command::new(program);
        command.arg(yields).env_remove("RSWLOCK_BACKOFF");
        if let Some(setting) = setting {
            command.env("RSWLOCK_BACKOFF", setting);
        }
        command
    });
}

#[test]
fn backoff_yields_unless_told_otherwise() {
    backoff("backoff-default", None, "yes");
}

#[test]
fn backoff_yield() {
    backoff("backoff-yield", Some("yield"), "yes");
}

#[test]
fn backoff_spin() {
    backoff("backoff-spin", Some("spin"), "no");
}

#[test]
fn backoff_that_does_not_exist_is_ignored() {
    backoff("backoff-other", Some("spinning"), "yes");
    backoff("backoff-empty", Some(""), "yes");
}

#[test]
fn version_is_the_packages() {
    let stage = Stage::open();
    let version = stage.pkg_config(&["--modversion"]);
    Program::new("version").run(&scratch!("version"), &VARIANTS, &[&version[0]]);
}

/// Copies of the library in plugins: two with the archive inside, one with the
/// shared library behind it, in a host that has none.
#[test]
fn in_plugins_that_come_and_go() {
    let stage = Stage::open();
    let scratch = scratch!("plugins");
    let archive = stage.lib().join("librswlock.a");
    let archive = archive.to_str().expect("paths here are text");
    jobs::all(&available(&FEW, Language::C), |variant| {
        let shared = Variant {
            link: Link::Shared,
            ..*variant
        };
        // `-z defs`: a plugin must not hope for symbols of its host.
        let plugin = |name: &str| Program::of(name).unit("plugin.c", &["-fPIC"]);
        let flags = ["-shared", "-Wl,-z,defs", "-Wl,--exclude-libs,ALL"];
        let with_archive = |name: &str| plugin(name).link_flags(&flags).link_flags(&[archive]);
        let first = with_archive("first").build(&stage, &shared, &scratch)?;
        let second = with_archive("second").build(&stage, &shared, &scratch)?;
        let third = plugin("third")
            .link_flags(&flags[..2])
            .build(&stage, &shared, &scratch)?;
        let host = Program::new("plugin_host").link_flags(&["-Wl,--as-needed", "-ldl"]);
        let host = host.build(&stage, &shared, &scratch)?;
        for bias in ["auto", "on"] {
            let mut command = Command::new(&host);
            command.args([&first, &second, &third]);
            process::run(command.env("RSWLOCK_BIAS", bias))?;
        }
        Ok(())
    });
}
