// SPDX-License-Identifier: MIT OR Apache-2.0
//! What compilers make of the inline paths.
//!
//! plock's users once found accesses moved out of critical sections (2017,
//! 2018), and drops on Arm that were stronger than needed to this day. On x86
//! only the compiler can move an access across a locked instruction, so the
//! order in the text is checked; on Arm the instruction itself says what order
//! it keeps, so the instructions are.

use rswlock_ffi_tests::compiler::{Compiler, Family, Language};
use rswlock_ffi_tests::objects::symbols;
use rswlock_ffi_tests::scratch::Scratch;
use rswlock_ffi_tests::stage::Stage;
use rswlock_ffi_tests::{process, scratch, skip, source};

/// A function in assembly: its name and its instructions.
#[derive(PartialEq, Eq)]
struct Function {
    name: String,
    lines: Vec<String>,
}

/// The functions of barriers.c in an assembler file for ELF, whose comments
/// begin with `comment`.
fn functions(assembly: &str, comment: &str) -> Vec<Function> {
    let mut functions: Vec<Function> = Vec::new();
    for line in assembly.lines() {
        let line = line.split(comment).next().unwrap_or(line).trim();
        if let Some(name) = line.strip_suffix(':') {
            if !name.starts_with('.') {
                functions.push(Function {
                    name: name.to_owned(),
                    lines: Vec::new(),
                });
            }
        } else if let Some(function) = functions.last_mut() {
            if !line.is_empty() && !line.starts_with('.') {
                function.lines.push(line.to_owned());
            }
        }
    }
    functions.retain(|function| {
        ["acquire_", "release_", "relax_"]
            .iter()
            .any(|prefix| function.name.starts_with(prefix))
    });
    functions
}

/// `barriers.c` in assembly.
fn assembly(compiler: &Compiler, flags: &[&str], scratch: &Scratch) -> String {
    let output = scratch.file("barriers.s");
    let stage = Stage::open();
    let mut command = compiler.command();
    command
        .args(stage.cflags())
        // No position independence and no unwinding: plain instructions.
        .args([
            "-std=c11",
            "-ffreestanding",
            "-fno-pic",
            "-fno-pie",
            "-fcf-protection=none",
        ])
        .args(["-fno-asynchronous-unwind-tables", "-g0", "-S"])
        .args(flags)
        .arg(source("barriers.c"))
        .arg("-o")
        .arg(&output);
    process::run(&mut command).unwrap_or_else(|why| panic!("{why}"));
    std::fs::read_to_string(&output).expect("the compiler has written it")
}

/// How many functions of barriers.c there must be, so that a check that finds
/// none cannot pass: entries, tries and releases of two widths.
const FUNCTIONS: usize = (11 + 9 + 12) * 2;

fn is_atomic_x86(line: &str) -> bool {
    line.starts_with("lock") || line.starts_with("xchg")
}

#[test]
fn accesses_stay_inside_on_x86() {
    if !cfg!(target_arch = "x86_64") {
        return skip("order of accesses in x86 code", "not this processor");
    }
    let scratch = scratch!("x86-order");
    for compiler in Compiler::all(Language::C) {
        for level in ["-O2", "-O3"] {
            let text = assembly(&compiler, &[level], &scratch);
            let functions = functions(&text, "#");
            assert_eq!(functions.len(), FUNCTIONS + 1, "{text}");
            for function in functions {
                check_x86(&function).unwrap_or_else(|why| {
                    let lines = function.lines.join("\n");
                    panic!(
                        "{} {level} {}: {why}\n{lines}",
                        compiler.family, function.name
                    )
                });
            }
        }
    }
}

fn check_x86(function: &Function) -> Result<(), &'static str> {
    let position = |wanted: &dyn Fn(&str) -> bool| function.lines.iter().position(|l| wanted(l));
    let last = |wanted: &dyn Fn(&str) -> bool| function.lines.iter().rposition(|l| wanted(l));
    let is_access = |line: &str| line.contains("shared_data");
    if function.name.starts_with("relax_") {
        let pause = position(&|line| line.starts_with("pause")).ok_or("does not relax")?;
        let load = last(&|line| line.contains("(%rdi)")).ok_or("does not load")?;
        // The loop goes back to a load after the pause.
        return if load > pause {
            Ok(())
        } else {
            Err("the flag is not read afresh")
        };
    }
    let first_atomic = position(&is_atomic_x86).ok_or("no locked instruction")?;
    let first_access = position(&is_access).ok_or("no access")?;
    let last_access = last(&is_access).ok_or("no access")?;
    if function.name.starts_with("acquire_") {
        if first_access < first_atomic {
            return Err("an access comes before the lock is taken");
        }
    } else if last_access > first_atomic {
        return Err("an access comes after the lock is dropped");
    }
    Ok(())
}

/// Orders by mnemonic: `a` acquires, `l` releases.
struct Order {
    acquires: bool,
    releases: bool,
}

/// The atomic changes that an Arm function makes, of one instruction or two.
fn arm_changes(function: &Function) -> Vec<Order> {
    let mut changes = Vec::new();
    let mut load_acquires = false;
    for line in &function.lines {
        let mnemonic = line.split_whitespace().next().unwrap_or("");
        if mnemonic == "ldxr" || mnemonic == "ldaxr" {
            load_acquires = mnemonic == "ldaxr";
        } else if mnemonic == "stxr" || mnemonic == "stlxr" {
            changes.push(Order {
                acquires: load_acquires,
                releases: mnemonic == "stlxr",
            });
        } else if let Some(order) = ["cas", "ldadd", "ldclr", "ldset", "swp", "stadd"]
            .iter()
            .find_map(|change| mnemonic.strip_prefix(change))
        {
            changes.push(Order {
                acquires: order.contains('a'),
                releases: order.contains('l'),
            });
        }
    }
    changes
}

#[test]
fn orders_on_arm_are_neither_too_weak_nor_too_strong() {
    let target = "--target=aarch64-linux-gnu";
    let Some(compiler) =
        Compiler::find(Family::Clang, Language::C).filter(|c| c.accepts(&[target]))
    else {
        return skip("orders in Arm code", "no clang that compiles for it");
    };
    let scratch = scratch!("arm-orders");
    for machine in [
        ["-march=armv8.1-a", "-O2"],
        ["-march=armv8-a", "-mno-outline-atomics"],
    ] {
        let text = assembly(
            &compiler,
            &[target, machine[0], machine[1], "-O2"],
            &scratch,
        );
        let functions = functions(&text, "//");
        assert_eq!(functions.len(), FUNCTIONS + 1, "{text}");
        for function in functions {
            check_arm(&function).unwrap_or_else(|why| {
                let lines = function.lines.join("\n");
                panic!("{} {}: {why}\n{lines}", machine[0], function.name)
            });
        }
    }
}

fn check_arm(function: &Function) -> Result<(), &'static str> {
    if function.name.starts_with("relax_") {
        let relaxes = function.lines.iter().any(|line| line.starts_with("isb"));
        return if relaxes {
            Ok(())
        } else {
            Err("does not relax by ISB")
        };
    }
    let changes = arm_changes(function);
    if changes.is_empty() {
        return Err("no atomic change");
    }
    if function.name.starts_with("acquire_") {
        return if changes.iter().all(|change| change.acquires) {
            Ok(())
        } else {
            Err("gets in without an acquire")
        };
    }
    if !changes.iter().all(|change| change.releases) {
        return Err("lets go without a release");
    }
    // The last to leave C finishes for all, and so acquires too; the others
    // give up a right and get none.
    let gives_up_only = ["drop_", "wto", "sto"]
        .iter()
        .any(|verb| function.name["release_".len()..].starts_with(verb))
        && !function.name.contains("drop_c");
    if gives_up_only && changes.iter().any(|change| change.acquires) {
        return Err("acquires where a release is enough");
    }
    Ok(())
}

/// What else a program includes does not change what it gets from us: plock's
/// back-off depended on whether unistd.h came first.
#[test]
fn order_of_includes_changes_nothing() {
    let scratch = scratch!("include-order");
    let stage = Stage::open();
    for compiler in Compiler::all(Language::C) {
        let compile = |extra: &[&str]| {
            let output = scratch.file("includes.s");
            let mut command = compiler.command();
            command
                .args(stage.cflags())
                .args(["-std=c11", "-D_GNU_SOURCE", "-O2", "-g0", "-S"])
                .args(extra)
                .arg(source("barriers.c"))
                .arg("-o")
                .arg(&output);
            process::run(&mut command).unwrap_or_else(|why| panic!("{why}"));
            let text = std::fs::read_to_string(&output).expect("the compiler has written it");
            // Without the numbers of labels and line tables, which do change.
            functions(
                &text,
                if cfg!(target_arch = "x86_64") {
                    "#"
                } else {
                    "//"
                },
            )
        };
        let plain = compile(&[]);
        assert_eq!(plain.len(), FUNCTIONS + 1);
        for header in [
            "unistd.h",
            "pthread.h",
            "sched.h",
            "stdatomic.h",
            "sys/types.h",
        ] {
            assert!(
                compile(&["-include", header]) == plain,
                "{}: <{header}> before <rswlock.h> changes the code",
                compiler.family
            );
        }
    }
}

/// Waiting is not compiled in: of the library, inline code calls nothing but
/// the halves that wait, and they stay out of line under their names, so that a
/// profile shows who waits for what.
#[test]
fn inline_code_calls_only_waiting_halves() {
    let scratch = scratch!("inline-calls");
    let stage = Stage::open();
    for compiler in Compiler::all(Language::C) {
        let object = scratch.file("barriers.o");
        let mut command = compiler.command();
        command
            .args(stage.cflags())
            .args(["-std=c11", "-O2", "-c"])
            .arg(source("barriers.c"))
            .arg("-o")
            .arg(&object);
        process::run(&mut command).unwrap_or_else(|why| panic!("{why}"));
        let wanted: Vec<String> = symbols("--syms", &object)
            .into_iter()
            .filter(|symbol| !symbol.defined && symbol.name.starts_with("rsw"))
            .map(|symbol| symbol.name)
            .collect();
        assert!(
            wanted.contains(&"rsw64_take_w_slow".to_owned()),
            "{wanted:?}"
        );
        let others: Vec<_> = wanted
            .iter()
            .filter(|name| !name.ends_with("_slow"))
            .collect();
        assert!(others.is_empty(), "{}: calls {others:?}", compiler.family);
    }
}
