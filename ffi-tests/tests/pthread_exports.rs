// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the shim shows of itself and what it asks for. It gets into programs
//! that know nothing of it, before anything else of theirs runs.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use rswlock_ffi_tests::here;
use rswlock_ffi_tests::objects::{exported, readelf, symbols};
use rswlock_ffi_tests::stage::Stage;

fn shim() -> PathBuf {
    Stage::open().shim()
}

fn listed(file: &str) -> BTreeSet<String> {
    fs::read_to_string(here().join(file))
        .unwrap_or_else(|why| panic!("{file}: {why}"))
        .lines()
        .map(str::to_owned)
        .collect()
}

/// glibc's names for its locks, all of them: one that was left to glibc would
/// be a second algorithm on the same bytes.
#[test]
fn exports_are_the_24_names() {
    let wanted = listed("exports-pthread.txt");
    assert_eq!(wanted.len(), 24);
    assert_eq!(exported("--dyn-syms", &shim()), wanted);
}

/// The aliases are the functions themselves in glibc. Here they are at least
/// not references to something that another object may define.
#[test]
fn nothing_is_bound_to_its_own_names() {
    let relocations = readelf(&["-r"], &shim());
    assert!(!relocations.contains("pthread_rwlock"), "{relocations}");
}

/// Unversioned, which satisfies references to any version. With version nodes
/// it would take all of them.
#[test]
fn defines_no_versions() {
    let versions = readelf(&["-V"], &shim());
    assert!(!versions.contains("gnu.version_d"), "{versions}");
}

/// In particular nothing that allocates, unwinds, or runs at a thread's end.
#[test]
fn asks_libc_for_little() {
    let allowed = listed("imports-pthread.txt");
    // Weak ones that the C start-up files bring, and that may be missing.
    let start_up = [
        "_ITM_deregisterTMCloneTable",
        "_ITM_registerTMCloneTable",
        "__cxa_finalize",
        "__gmon_start__",
    ];
    let extra: Vec<String> = symbols("--dyn-syms", &shim())
        .into_iter()
        .filter(|symbol| !symbol.defined && symbol.global)
        .map(|symbol| symbol.name)
        .filter(|name| !allowed.contains(name) && !start_up.contains(&name.as_str()))
        .collect();
    assert!(extra.is_empty(), "{extra:?}");
}

#[test]
fn needs_libc_alone() {
    let dynamic = readelf(&["-d"], &shim());
    let needed: Vec<&str> = dynamic
        .lines()
        .filter(|line| line.contains("(NEEDED)"))
        .collect();
    assert!(!needed.is_empty());
    for line in needed {
        // The loader itself may be named on some processors.
        assert!(
            line.contains("[libc.so.6]") || line.contains("[ld-linux-"),
            "{line}"
        );
    }
}

/// The size of an array of functions, 0 if there is none.
fn array_size(dynamic: &str, tag: &str) -> u64 {
    dynamic
        .lines()
        .find(|line| line.contains(&format!("({tag})")))
        .and_then(|line| line.split_whitespace().nth(2))
        .map_or(0, |size| size.parse().expect("readelf writes a number"))
}

/// No code of ours before main or after it, and nothing per thread: locks are
/// used before any constructor and after the last destructor.
#[test]
fn has_no_constructors_and_nothing_per_thread() {
    let dynamic = readelf(&["-d"], &shim());
    // One of each comes from the C start-up files.
    for tag in ["INIT_ARRAYSZ", "FINI_ARRAYSZ"] {
        assert!(array_size(&dynamic, tag) <= 8, "{tag}: {dynamic}");
    }
    assert!(!dynamic.contains("PREINIT_ARRAY"), "{dynamic}");
    let segments = readelf(&["-l"], &shim());
    let tls = segments
        .lines()
        .any(|line| line.split_whitespace().next() == Some("TLS"));
    assert!(!tls, "{segments}");
    assert_eq!(only_initialiser(), Some("frame_dummy".to_owned()));
}

/// The name of the function in .init_array.
fn only_initialiser() -> Option<String> {
    let sections = readelf(&["-S"], &shim());
    let address = sections
        .lines()
        .find(|line| line.contains(" .init_array "))?
        .split("INIT_ARRAY")
        .nth(1)?
        .split_whitespace()
        .next()?
        .to_owned();
    // `Offset Info Type Addend` of the relocation that fills it in.
    let relocations = readelf(&["-r"], &shim());
    let addend = relocations
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>())
        .find(|columns| {
            columns
                .first()
                .is_some_and(|offset| number(offset) == number(&address))
        })?
        .last()
        .map(|addend| number(addend))?;
    // `Num: Value Size Type Bind Vis Ndx Name`
    readelf(&["--syms"], &shim())
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>())
        .find(|columns| columns.len() == 8 && columns[3] == "FUNC" && number(columns[1]) == addend)
        .map(|columns| columns[7].to_owned())
}

/// A hexadecimal number, if it is one.
fn number(text: &str) -> Option<u64> {
    u64::from_str_radix(text, 16).ok()
}

#[test]
fn is_hardened() {
    let dynamic = readelf(&["-d"], &shim());
    assert!(dynamic.contains("BIND_NOW"), "{dynamic}");
    assert!(!dynamic.contains("TEXTREL"), "{dynamic}");
    let segments = readelf(&["-l"], &shim());
    assert!(segments.contains("GNU_RELRO"), "{segments}");
    let stack = segments
        .lines()
        .find(|line| line.contains("GNU_STACK"))
        .expect("the linker writes it");
    assert!(!stack.contains("RWE"), "{stack}");
}
