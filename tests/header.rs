// SPDX-License-Identifier: MIT OR Apache-2.0
//! The checked-in C headers are what the Rust sources say.
//!
//! `RSWLOCK_UPDATE_HEADERS=1 cargo test --test header` writes them anew.
#![cfg(not(loom))]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use cbindgen::{Bindings, Builder, Config};

/// The names that only one of the two headers declares.
struct Names {
    /// Operations that inline.h replaces: prototypes in calls.h.
    operations: Vec<String>,
    /// Everything else: abi.h.
    others: Vec<String>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn config() -> Config {
    Config::from_file(root().join("cbindgen.toml")).expect("cbindgen.toml can be read")
}

fn generate(config: Config) -> String {
    let bindings: Bindings = Builder::new()
        .with_config(config)
        .with_crate(root())
        .generate()
        .expect("cbindgen understands the crate");
    let mut text = Vec::new();
    bindings.write(&mut text);
    String::from_utf8(text).expect("a header is UTF-8")
}

/// The word that stands before each opening parenthesis of a prototype.
fn functions(header: &str) -> Vec<String> {
    header
        .lines()
        .filter(|line| line.ends_with(';') && line.contains('('))
        .map(|line| {
            let before = line.split('(').next().expect("split yields one part");
            let name = before.rsplit([' ', '*']).next();
            name.expect("split yields one part").to_owned()
        })
        .collect()
}

fn names() -> Names {
    let all = functions(&generate(config()));
    let (operations, mut others): (Vec<_>, Vec<_>) = all.into_iter().partition(|name| {
        (name.starts_with("rsw32_") || name.starts_with("rsw64_")) && !name.ends_with("_slow")
    });
    others.extend(
        [
            "RSW_ABI_VERSION",
            "RSW_VERSION_MAJOR",
            "RSW_VERSION_MINOR",
            "RSW_VERSION_PATCH",
            "rsw32_t",
            "rsw64_t",
        ]
        .map(str::to_owned),
    );
    Names { operations, others }
}

/// One header without what belongs to the other.
fn header(guard: &str, about: &str, include: &str, without: &[String]) -> String {
    let mut config = config();
    config.header = Some(format!(
        "/* SPDX-License-Identifier: MIT OR Apache-2.0 */\n/**\n * @file\n{about} *\n * \
         Generated from src/ffi by cbindgen; not to be edited.\n */"
    ));
    config.include_guard = Some(guard.to_owned());
    config.after_includes = config
        .after_includes
        .map(|lines| format!("{lines}{include}"));
    config.export.exclude.extend(without.iter().cloned());
    generate(config)
}

fn check(name: &str, expected: &str) {
    let path: PathBuf = root().join("include/rswlock").join(name);
    if std::env::var_os("RSWLOCK_UPDATE_HEADERS").is_some() {
        std::fs::write(&path, expected).expect("the header can be written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == expected,
        "include/rswlock/{name} is not what src/ffi says; \
         run RSWLOCK_UPDATE_HEADERS=1 cargo test --test header and look at the difference"
    );
}

#[test]
fn generated_headers_are_up_to_date() {
    // cbindgen sees the functions only after macro expansion, for which it asks
    // the compiler in a way that stable compilers allow with this switch alone.
    // SAFETY: std guards the environment with a lock, and no C code that reads
    // it without runs in this program.
    unsafe { std::env::set_var("RUSTC_BOOTSTRAP", "1") };
    let names = names();
    assert!(names.operations.len() >= 78, "{:?}", names.operations);
    let abi = header(
        "RSWLOCK_ABI_H",
        " * Types, constants, and what inline.h calls when it has to wait.\n",
        "",
        &names.operations,
    );
    let calls = header(
        "RSWLOCK_CALLS_H",
        " * The operations as plain calls, for RSWLOCK_NO_INLINE.\n",
        "\n\n#include \"rswlock/abi.h\"",
        &names.others,
    );
    let declared: BTreeSet<_> = functions(&abi)
        .into_iter()
        .chain(functions(&calls))
        .collect();
    let wanted: BTreeSet<_> = functions(&generate(config())).into_iter().collect();
    assert_eq!(
        declared, wanted,
        "each function is declared in one of the two"
    );
    check("abi.h", &abi);
    check("calls.h", &calls);
}

/// The two hand-written headers have every operation that calls.h declares.
#[test]
fn every_operation_is_inline_and_generic() {
    let read = |name| std::fs::read_to_string(root().join("include/rswlock").join(name)).unwrap();
    let (calls, inline, generic) = (read("calls.h"), read("word.inc.h"), read("generic.h"));
    let operations: BTreeSet<_> = functions(&calls)
        .into_iter()
        .map(|name| name["rsw64_".len()..].to_owned())
        .collect();
    assert!(operations.len() >= 39);
    for name in &operations {
        assert!(
            inline.contains(&format!(" RSW_FN({name})(")),
            "{name} has no inline form"
        );
        assert!(
            generic.contains(&format!("#define rsw_{name}(")),
            "{name} has no _Generic form"
        );
        let overload = [
            "(bool, ",
            "(void, ",
            "UNTIL_(",
            "WAIT_(",
            "ASK_(bool, bool, ",
            "rsw64_t, ",
        ]
        .iter()
        .any(|kind| generic.contains(&format!("{kind}{name})")));
        assert!(overload, "{name} has no C++ overload");
    }
}

#[cfg(feature = "capi")]
#[test]
fn layout_constants_agree() {
    use rswlock::ffi;
    let layout = std::fs::read_to_string(root().join("include/rswlock/layout.h")).unwrap();
    let in_c = |name: &str| -> u64 {
        let line = layout
            .lines()
            .find(|line| line.split_whitespace().nth(1) == Some(name))
            .unwrap_or_else(|| panic!("{name} is not in layout.h"));
        let digits = line
            .split("C(0x")
            .nth(1)
            .and_then(|rest| rest.strip_suffix(')'))
            .unwrap_or_else(|| panic!("{line} is not a hexadecimal constant"));
        u64::from_str_radix(digits, 16).unwrap()
    };
    let pairs = [
        ("RSW32_APP", u64::from(ffi::RSW32_APP)),
        ("RSW32_R_ONE", u64::from(ffi::RSW32_R_ONE)),
        ("RSW32_R_ANY", u64::from(ffi::RSW32_R_ANY)),
        ("RSW32_S_ONE", u64::from(ffi::RSW32_S_ONE)),
        ("RSW32_S_ANY", u64::from(ffi::RSW32_S_ANY)),
        ("RSW32_W_ONE", u64::from(ffi::RSW32_W_ONE)),
        ("RSW32_W_ANY", u64::from(ffi::RSW32_W_ANY)),
        ("RSW64_APP", ffi::RSW64_APP),
        ("RSW64_R_ONE", ffi::RSW64_R_ONE),
        ("RSW64_R_ANY", ffi::RSW64_R_ANY),
        ("RSW64_S_ONE", ffi::RSW64_S_ONE),
        ("RSW64_S_ANY", ffi::RSW64_S_ANY),
        ("RSW64_W_ONE", ffi::RSW64_W_ONE),
        ("RSW64_W_ANY", ffi::RSW64_W_ANY),
    ];
    for (name, value) in pairs {
        assert_eq!(in_c(name), value, "{name}");
    }
}
