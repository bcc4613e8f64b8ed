// SPDX-License-Identifier: MIT OR Apache-2.0
//! The headers under every standard, by every compiler, with strict warnings.

use std::collections::BTreeSet;
use std::fmt;
use std::process::Command;

use rswlock_ffi_tests::compiler::{Compiler, Family, Language};
use rswlock_ffi_tests::objects;
use rswlock_ffi_tests::stage::{Link, Stage};
use rswlock_ffi_tests::{jobs, process, scratch, skip, source};

const WARNINGS: [&str; 8] = [
    "-Wall",
    "-Wextra",
    "-Wpedantic",
    "-Wconversion",
    "-Wsign-conversion",
    "-Wshadow",
    "-Wundef",
    "-Werror",
];
const C_STANDARDS: [&str; 3] = ["-std=c99", "-std=c11", "-std=c17"];
const CXX_STANDARDS: [&str; 3] = ["-std=c++11", "-std=c++17", "-std=c++20"];
const CALLS: &str = "-DRSWLOCK_NO_INLINE";

/// One compilation.
#[derive(Clone)]
struct Case {
    compiler: Compiler,
    file: &'static str,
    flags: Vec<&'static str>,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {} {}",
            self.compiler.family,
            self.flags.join(" "),
            self.file
        )
    }
}

impl Case {
    fn command(&self, stage: &Stage) -> Command {
        let mut command = self.compiler.command();
        command
            .args(stage.cflags())
            .args(&self.flags)
            .arg(source(self.file));
        command
    }
}

/// Every compiler that knows the standard, for files compiled with and without
/// the inline paths.
fn cases(
    language: Language,
    standards: &[&'static str],
    files: &[&'static str],
    levels: &[&'static str],
) -> Vec<Case> {
    let language_warning = match language {
        Language::C => "-Wstrict-prototypes",
        Language::Cxx => "-Wold-style-cast",
    };
    let mut cases = Vec::new();
    for compiler in Compiler::all(language) {
        for &standard in standards {
            if !compiler.accepts(&[standard]) {
                skip(standard, &format!("{} does not know it", compiler.family));
                continue;
            }
            for &file in files {
                for &level in levels {
                    for calls in [None, Some(CALLS)] {
                        let mut flags = vec![standard, level, language_warning];
                        flags.extend(WARNINGS);
                        flags.extend(calls);
                        cases.push(Case {
                            compiler: compiler.clone(),
                            file,
                            flags,
                        });
                    }
                }
            }
        }
    }
    cases
}

fn compile(cases: &[Case], scratch_name: &str) {
    let stage = Stage::open();
    let scratch = scratch!(scratch_name);
    jobs::all(cases, |case| {
        let object = scratch.file(&format!("{case}.o"));
        let mut command = case.command(&stage);
        command.arg("-c").arg("-o").arg(object);
        process::run(&mut command).map(|_| ())
    });
}

fn check_syntax(cases: &[Case]) {
    let stage = Stage::open();
    jobs::all(cases, |case| {
        process::run(case.command(&stage).arg("-fsyntax-only")).map(|_| ())
    });
}

#[test]
fn every_name_compiles_in_c() {
    let levels = ["-O0", "-O2", "-O3"];
    let files = ["headers/every_name.c"];
    compile(
        &cases(Language::C, &C_STANDARDS, &files, &levels),
        "every-name-c",
    );
}

#[test]
fn every_name_compiles_in_cxx() {
    let levels = ["-O0", "-O2", "-O3"];
    let files = ["headers/every_name.cc"];
    compile(
        &cases(Language::Cxx, &CXX_STANDARDS, &files, &levels),
        "every-name-cxx",
    );
}

const OTHERS: [&str; 3] = [
    "headers/alone.c",
    "headers/twice.c",
    "headers/caller_names.c",
];

#[test]
fn alone_twice_and_among_a_programs_own_names() {
    check_syntax(&cases(Language::C, &C_STANDARDS, &OTHERS, &["-O2"]));
    check_syntax(&cases(Language::Cxx, &CXX_STANDARDS, &OTHERS, &["-O2"]));
}

/// By Clang, which compiles for all of them with nothing of theirs installed.
#[test]
fn other_processors() {
    const TARGETS: [&str; 7] = [
        "--target=aarch64-linux-gnu",
        "--target=arm-linux-gnueabihf",
        "--target=i686-linux-gnu",
        "--target=powerpc64le-linux-gnu",
        "--target=riscv64-linux-gnu",
        "--target=s390x-linux-gnu",
        "--target=x86_64-linux-gnu",
    ];
    let Some(compiler) = Compiler::find(Family::Clang, Language::C) else {
        return skip("headers for other processors", "no clang");
    };
    let mut cases = Vec::new();
    for target in TARGETS {
        if !compiler.accepts(&[target]) {
            skip(target, "clang was built without it");
            continue;
        }
        for calls in [None, Some(CALLS)] {
            let mut flags = vec![target, "-ffreestanding", "-std=c11", "-O2"];
            flags.extend(WARNINGS);
            flags.extend(calls);
            cases.push(Case {
                compiler: compiler.clone(),
                file: "headers/every_name.c",
                flags,
            });
        }
    }
    check_syntax(&cases);
}

#[test]
fn thirty_two_bit_programs() {
    let stage = Stage::open();
    let mut cases = Vec::new();
    for compiler in Compiler::all(Language::C) {
        let mut flags = vec!["-m32", "-std=c11", "-O2"];
        flags.extend(WARNINGS);
        let include = format!("-I{}", stage.include().display());
        if compiler.accepts_headers(&["-m32", &include], &source("headers/libc.c")) {
            cases.push(Case {
                compiler,
                file: "headers/every_name.c",
                flags,
            });
        } else {
            skip(
                &format!("{} -m32", compiler.family),
                "no 32-bit C library headers",
            );
        }
    }
    if !cases.is_empty() {
        check_syntax(&cases);
    }
}

/// A lock of a type that is none: an error, and from the compiler, not later
/// from the linker. The same file with a proper lock is fine.
#[test]
fn wrong_lock_types_do_not_compile() {
    const WRONG: [&str; 8] = [
        "uint8_t",
        "uint16_t",
        "int32_t",
        "float",
        "struct eight_bytes",
        "void",
        "rsw64_t *",
        "const rsw64_t",
    ];
    const OPERATIONS: [&str; 4] = ["rsw_take_w", "rsw_try_r", "rsw_drop_s", "rsw_rtoj"];
    let stage = Stage::open();
    let mut compilers = Compiler::all(Language::C);
    compilers.extend(Compiler::all(Language::Cxx));
    for compiler in compilers {
        let works = |lock_type: &str, operation: &str| {
            let mut command = compiler.command();
            command
                .args(stage.cflags())
                .arg(format!("-DTYPE={lock_type}"))
                .arg(format!("-DOPERATION={operation}"))
                .args(["-Werror", "-fsyntax-only"])
                .arg(source("headers/wrong_type.c"));
            process::run(&mut command)
        };
        for operation in OPERATIONS {
            for right in ["rsw32_t", "rsw64_t"] {
                works(right, operation).unwrap_or_else(|why| panic!("{why}"));
            }
            for wrong in WRONG {
                assert!(
                    works(wrong, operation).is_err(),
                    "{}: {operation} compiles with a {wrong}",
                    compiler.family
                );
            }
        }
    }
}

/// Two units that include the header, as C and C++, inline and not, make one
/// program.
#[test]
fn two_units_link() {
    let stage = Stage::open();
    let scratch = scratch!("two-units");
    for first in Compiler::all(Language::C) {
        for second in [
            Compiler::find(first.family, Language::C),
            Compiler::find(first.family, Language::Cxx),
        ]
        .into_iter()
        .flatten()
        {
            for (link, calls) in [(Link::Shared, None), (Link::Static, Some(CALLS))] {
                let program = scratch.file("program");
                let objects = [scratch.file("one.o"), scratch.file("two.o")];
                let units = [
                    (
                        &first,
                        ["-DUNIT=one", "-DOTHER=two", "-DWITH_MAIN"].as_slice(),
                    ),
                    (&second, ["-DUNIT=two", "-DOTHER=one"].as_slice()),
                ];
                for (object, (compiler, names)) in objects.iter().zip(units) {
                    let mut command = compiler.command();
                    command
                        .args(stage.cflags())
                        .args(names)
                        // Only one of the two is without the inline paths.
                        .args(calls.filter(|_| names.len() == 2))
                        .arg("-c")
                        .arg(source("headers/unit.c"))
                        .arg("-o")
                        .arg(object);
                    process::run(&mut command).unwrap_or_else(|why| panic!("{why}"));
                }
                let mut command = first.linker();
                command
                    .args(&objects)
                    .args(stage.libs(link))
                    .arg("-o")
                    .arg(&program);
                process::run(&mut command).unwrap_or_else(|why| panic!("{why}"));
                process::run(&mut Command::new(&program)).unwrap_or_else(|why| panic!("{why}"));
            }
        }
    }
}

/// The header defines no macro and no function that does not begin with `rsw`.
#[test]
fn names_stay_in_their_space() {
    let stage = Stage::open();
    let scratch = scratch!("names");
    for compiler in Compiler::all(Language::C) {
        for calls in [None, Some(CALLS)] {
            let macros = |file: &str| -> BTreeSet<String> {
                let mut command = compiler.command();
                command
                    .args(stage.cflags())
                    .args(calls)
                    .args(["-dM", "-E"])
                    .arg(source(file));
                let text = process::run(&mut command).unwrap_or_else(|why| panic!("{why}"));
                text.lines()
                    .filter_map(|line| line.strip_prefix("#define "))
                    .filter_map(|rest| rest.split([' ', '(']).next())
                    .map(str::to_owned)
                    .collect()
            };
            let own = &macros("headers/alone.c") - &macros("headers/libc.c");
            assert!(own.contains("RSWLOCK_H"), "{own:?}");
            let strays: Vec<_> = own
                .iter()
                .filter(|name| !name.starts_with("RSW") && !name.starts_with("rsw"))
                .collect();
            assert!(strays.is_empty(), "macros: {strays:?}");
        }
        let object = scratch.file("functions.o");
        let mut command = compiler.command();
        command
            .args(stage.cflags())
            // Static functions that nobody calls stay in the object.
            .args(["-O0", "-Dinline=", "-c"])
            .arg(source("headers/alone.c"))
            .arg("-o")
            .arg(&object);
        process::run(&mut command).unwrap_or_else(|why| panic!("{why}"));
        let functions: BTreeSet<String> = objects::readelf(&["--syms"], &object)
            .lines()
            .filter(|line| line.contains(" FUNC "))
            .filter_map(|line| line.split_whitespace().last())
            .map(str::to_owned)
            .collect();
        if compiler.family == Family::Gnu {
            assert!(functions.contains("rsw64_take_w"), "{functions:?}");
        }
        let strays: Vec<_> = functions
            .iter()
            .filter(|name| !name.starts_with("rsw"))
            .collect();
        assert!(strays.is_empty(), "functions: {strays:?}");
    }
}
