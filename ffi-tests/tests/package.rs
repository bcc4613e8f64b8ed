// SPDX-License-Identifier: MIT OR Apache-2.0
//! The installed package: pkg-config, install and uninstall, what the objects
//! show of themselves.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rswlock_ffi_tests::compiler::Language;
use rswlock_ffi_tests::objects::{exported, readelf, symbols};
use rswlock_ffi_tests::program::{FEW, Program, VARIANTS, Variant, available};
use rswlock_ffi_tests::stage::{Link, Stage};
use rswlock_ffi_tests::{here, process, repository, scratch, source};

fn run(command: &mut Command) -> String {
    process::run(command).unwrap_or_else(|why| panic!("{why}"))
}

#[test]
fn pkg_config_knows_it() {
    let stage = Stage::open();
    let lib = format!("-L{}", stage.lib().display());
    assert_eq!(stage.cflags(), [format!("-I{}", stage.include().display())]);
    assert_eq!(stage.pkg_config(&["--libs"]), [lib.as_str(), "-lrswlock"]);
    // Whatever a static program needs besides, ours comes first.
    let with_static = stage.pkg_config(&["--libs", "--static"]);
    assert_eq!(with_static[..2], [lib.as_str(), "-lrswlock"]);
    assert_eq!(stage.pkg_config(&["--modversion"]).len(), 1);
}

#[test]
fn exports_are_the_listed_ones() {
    let stage = Stage::open();
    let listed: BTreeSet<String> = fs::read_to_string(here().join("exports.txt"))
        .expect("exports.txt is there")
        .lines()
        .map(str::to_owned)
        .collect();
    assert_eq!(
        exported("--dyn-syms", &stage.lib().join("librswlock.so")),
        listed
    );
    assert_eq!(
        exported("--syms", &stage.lib().join("librswlock.a")),
        listed
    );
}

/// Every file below a folder, without the folders.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() && !path.is_symlink() {
            files.extend(files_below(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}

#[test]
fn uninstall_leaves_nothing_behind() {
    let scratch = scratch!("install");
    let root = scratch.path().join("root");
    let make = |target: &str| {
        run(Command::new("make")
            .args([
                "--silent",
                target,
                "PREFIX=/opt/here",
                "LIBDIR=/opt/here/lib/multi",
            ])
            .arg("INCLUDEDIR=/opt/here/include")
            .arg(format!("DESTDIR={}", root.display()))
            .current_dir(repository())
            .env_remove("MAKEFLAGS"));
    };
    make("install");
    let installed = files_below(&root);
    let names: BTreeSet<String> = installed
        .iter()
        .map(|path| {
            path.strip_prefix(&root)
                .expect("below it")
                .display()
                .to_string()
        })
        .collect();
    for name in [
        "opt/here/include/rswlock.h",
        "opt/here/include/rswlock/inline.h",
        "opt/here/lib/multi/librswlock.a",
        "opt/here/lib/multi/librswlock.so",
        "opt/here/lib/multi/librswlock.so.0",
        "opt/here/lib/multi/pkgconfig/rswlock.pc",
    ] {
        assert!(names.contains(name), "{name} is not among {names:?}");
    }
    // Installed once more, over itself, and with a neighbour that must stay.
    make("install");
    let neighbour = root.join("opt/here/include/other.h");
    fs::write(&neighbour, "").expect("can be written");
    make("uninstall");
    assert_eq!(files_below(&root), [neighbour]);
    assert!(!root.join("opt/here/include/rswlock").exists());
}

#[test]
fn programs_are_complete_and_hardened() {
    let stage = Stage::open();
    let scratch = scratch!("complete");
    for variant in available(&VARIANTS, Language::C) {
        let program = Program::new("words")
            .link_flags(&["-Wl,-z,defs", "-Wl,--fatal-warnings"])
            .build(&stage, &variant, &scratch)
            .unwrap_or_else(|why| panic!("{why}"));
        let wanted: Vec<String> = symbols("--syms", &program)
            .into_iter()
            .filter(|symbol| !symbol.defined && symbol.name.starts_with("rsw"))
            .map(|symbol| symbol.name)
            .collect();
        assert_eq!(
            wanted.is_empty(),
            variant.link == Link::Static,
            "{variant}: undefined {wanted:?}"
        );
        let needed = readelf(&["-d"], &program);
        assert_eq!(
            needed.contains("[librswlock.so.0]"),
            variant.link == Link::Shared,
            "{variant}: {needed}"
        );
        let segments = readelf(&["-l"], &program);
        let stack = segments
            .lines()
            .find(|line| line.contains("GNU_STACK"))
            .expect("the linker writes it");
        assert!(!stack.contains("RWE"), "{variant}: {stack}");
    }
}

/// Only our archive is linked statically, the rest as usual.
#[test]
fn archive_in_a_dynamic_program() {
    let stage = Stage::open();
    let scratch = scratch!("archive");
    for variant in available(&FEW, Language::C) {
        let program = Program::new("words")
            .link_flags(&["-Wl,-Bstatic"])
            .link_flags(
                &stage
                    .libs(Link::Shared)
                    .iter()
                    .map(String::as_str)
                    .collect::<Vec<_>>(),
            )
            .link_flags(&["-Wl,-Bdynamic", "-Wl,--as-needed"])
            .build(&stage, &variant, &scratch)
            .unwrap_or_else(|why| panic!("{why}"));
        assert!(!readelf(&["-d"], &program).contains("librswlock"));
        run(&mut Command::new(program));
    }
}

/// Another Rust archive in the same program, in either order and in whole.
#[test]
fn archives_of_two_rust_libraries_do_not_collide() {
    let stage = Stage::open();
    let scratch = scratch!("two-archives");
    let other = scratch.file("libother.a");
    run(
        Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()))
            .args([
                "--crate-type=staticlib",
                "--edition=2024",
                "-Cpanic=abort",
                "-O",
            ])
            .arg(source("other_library.rs"))
            .arg("-o")
            .arg(&other),
    );
    let ours = stage.lib().join("librswlock.a");
    let (other, ours) = (other.to_str().expect("text"), ours.to_str().expect("text"));
    let orders: [&[&str]; 3] = [
        &[ours, other],
        &[other, ours],
        &["-Wl,--whole-archive", ours, "-Wl,--no-whole-archive", other],
    ];
    let variant: Variant = available(&FEW, Language::C)[0];
    for order in orders {
        let program = Program::new("two_libraries")
            .link_flags(order)
            .link_flags(&["-lgcc_s", "-ldl", "-lm", "-Wl,--as-needed"])
            .build(&stage, &variant, &scratch)
            .unwrap_or_else(|why| panic!("{why}"));
        run(&mut Command::new(program));
    }
}
