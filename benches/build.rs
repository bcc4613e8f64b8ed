// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compiles one worker file a lock and links the *installed* rswlock, found by pkg-config as any C program finds it.
//!
//! Without a staged install the build still succeeds, so that lints and unit tests need nothing but a C compiler; the
//! program then says what is missing and stops.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a lock's file needs from the machine.
#[derive(Clone, Copy, PartialEq)]
enum Needs {
    Libc,
    Rswlock,
    Ck,
}

/// `locks/NAME.c` in the order of the table's columns. A new lock is one file and one line here.
const LOCKS: [(&str, Needs); 11] = [
    ("glibc", Needs::Libc),
    ("rsw64", Needs::Rswlock),
    ("rsw64_linked", Needs::Rswlock),
    ("rsw32", Needs::Rswlock),
    ("ck_rwlock", Needs::Ck),
    ("ck_pflock", Needs::Ck),
    ("plock_style", Needs::Libc),
    ("atomics", Needs::Libc),
    ("calls", Needs::Libc),
    ("none", Needs::Libc),
    ("rswlock_linked", Needs::Rswlock),
];

/// `locks/preload/NAME.c`, shared objects that the program loads when it starts.
const OBJECTS: [(&str, Needs); 3] = [
    ("ck", Needs::Ck),
    ("spin_sleep", Needs::Libc),
    ("empty", Needs::Libc),
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=locks");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let stage = stage();
    let rswlock_flags = pkg_config(&stage, &["--cflags", "rswlock"]);
    let rswlock_libdir = pkg_config(&stage, &["--variable=libdir", "rswlock"]);
    let have_ck = Path::new("/usr/include/ck_rwlock.h").exists() || pkg_config_system("ck");

    let mut compiled = Vec::new();
    for (name, needs) in LOCKS {
        let present = match needs {
            Needs::Libc => true,
            Needs::Rswlock => rswlock_flags.is_some(),
            Needs::Ck => have_ck,
        };
        if present {
            let mut build = c_build();
            if needs == Needs::Rswlock {
                for flag in rswlock_flags.iter().flatten() {
                    build.flag(flag);
                }
            }
            build
                .file(format!("locks/{name}.c"))
                .compile(&format!("bench_lock_{name}"));
            compiled.push(name);
        }
    }
    for (name, needs) in OBJECTS {
        if needs != Needs::Ck || have_ck {
            let library = out.join(format!("libbench_{name}.so"));
            link_object(&format!("locks/preload/{name}.c"), &library, &[]);
        }
    }
    println!("cargo::rustc-env=BENCH_OBJECTS={}", out.display());
    build_openssl_program(&out);

    let registry = out.join("registry.c");
    fs::write(&registry, registry_source(&compiled)).expect("OUT_DIR is writable");
    c_build()
        .file(&registry)
        .file("locks/common.c")
        .file("locks/preload.c")
        .compile("bench_common");

    link_calls(&out);
    if let Some(libdir) = rswlock_libdir.as_deref().and_then(<[String]>::first) {
        println!("cargo::rerun-if-changed={libdir}/librswlock.so");
        println!("cargo::rustc-link-search=native={libdir}");
        println!("cargo::rustc-link-lib=dylib=rswlock");
        println!("cargo::rustc-link-arg=-Wl,-rpath,{libdir}");
    }
    println!("cargo::rustc-env=BENCH_STAGE={}", stage.display());
    println!("cargo::rustc-env=BENCH_CC={}", compiler_version());
}

/// The same flags for every lock. Aligned loops and functions keep chance placement from deciding a comparison.
fn c_build() -> cc::Build {
    let mut build = cc::Build::new();
    build
        .opt_level(2)
        .debug(true)
        .std("gnu11")
        .include("locks")
        .flag("-falign-functions=64")
        .flag("-falign-loops=64")
        .flag("-Wextra")
        .flag("-Wundef")
        .warnings_into_errors(true);
    build
}

fn registry_source(names: &[&str]) -> String {
    let mut text = String::from("#include \"bench.h\"\n");
    let mut list = String::new();
    for name in names {
        writeln!(text, "extern const struct bench_lock bench_lock_{name};").unwrap();
        writeln!(list, "    &bench_lock_{name},").unwrap();
    }
    writeln!(text, "extern const struct bench_lock *const bench_locks[];").unwrap();
    writeln!(text, "const struct bench_lock *const bench_locks[] = {{").unwrap();
    writeln!(text, "{list}    NULL,\n}};").unwrap();
    text
}

/// A shared object whose two functions only return, called through the same kind of stub as librswlock's.
fn link_calls(out: &Path) {
    let library = out.join("libbench_calls.so");
    link_object(
        "locks/calls_so.c",
        &library,
        &["-Wl,-soname,libbench_calls.so"],
    );
    println!("cargo::rustc-link-search=native={}", out.display());
    println!("cargo::rustc-link-lib=dylib=bench_calls");
    println!("cargo::rustc-link-arg=-Wl,-rpath,{}", out.display());
}

fn link_object(source: &str, library: &Path, flags: &[&str]) {
    let status = cc::Build::new()
        .opt_level(2)
        .get_compiler()
        .to_command()
        .args(["-O2", "-std=gnu11", "-Wall", "-Wextra", "-Werror"])
        .args(["-fPIC", "-shared", "-falign-functions=64"])
        .args(flags)
        .arg(source)
        .arg("-o")
        .arg(library)
        .status()
        .expect("the C compiler runs");
    assert!(status.success(), "cannot link {}", library.display());
}

/// The example whose threads share OpenSSL, where its headers are. It runs as a process of its own.
fn build_openssl_program(out: &Path) {
    let folder = Path::new("../examples/openssl");
    println!("cargo::rerun-if-changed={}", folder.display());
    // A path that is missing makes cargo run this script again at every build, which is what finds it later.
    println!("cargo::rerun-if-changed=/usr/include/openssl/ssl.h");
    let program = out.join("openssl_threads");
    if !pkg_config_system("libssl >= 3") {
        // One of an earlier build would look as if it were up to date.
        let _ = fs::remove_file(&program);
        return;
    }
    let files = fs::read_dir(folder).expect("the examples are part of the source");
    let mut sources: Vec<PathBuf> = files
        .map(|file| file.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    sources.sort();
    let status = cc::Build::new()
        .opt_level(2)
        .get_compiler()
        .to_command()
        .args(["-O2", "-std=c11", "-Wall", "-Wextra", "-Werror", "-pthread"])
        .args(sources)
        .arg("-o")
        .arg(&program)
        .args(["-lssl", "-lcrypto"])
        .status()
        .expect("the C compiler runs");
    assert!(status.success(), "cannot link {}", program.display());
}

/// Where `make stage` has installed the library: `RSWLOCK_STAGE`, or below the target directory.
fn stage() -> PathBuf {
    println!("cargo::rerun-if-env-changed=RSWLOCK_STAGE");
    println!("cargo::rerun-if-env-changed=CARGO_TARGET_DIR");
    let root =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR"))
            .join("..");
    let stage = env::var_os("RSWLOCK_STAGE").map_or_else(
        || {
            root.join(env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
                .join("stage/usr")
        },
        |stage| root.join(stage),
    );
    // A path that is missing makes cargo run this script again at every build, which is what finds a later install.
    println!(
        "cargo::rerun-if-changed={}",
        stage.join("include").display()
    );
    println!(
        "cargo::rerun-if-changed={}",
        stage.join("lib/pkgconfig/rswlock.pc").display()
    );
    stage
}

fn pkg_config(stage: &Path, args: &[&str]) -> Option<Vec<String>> {
    let output = Command::new("pkg-config")
        .arg("--define-prefix")
        .args(args)
        .env("PKG_CONFIG_PATH", stage.join("lib/pkgconfig"))
        // Only the staged install counts: another one on the machine would be measured in its place.
        .env("PKG_CONFIG_LIBDIR", "/nonexistent")
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output
        .status
        .success()
        .then(|| text.split_whitespace().map(str::to_owned).collect())
}

fn pkg_config_system(package: &str) -> bool {
    Command::new("pkg-config")
        .args(["--exists", package])
        .status()
        .is_ok_and(|status| status.success())
}

fn compiler_version() -> String {
    let version = cc::Build::new()
        .get_compiler()
        .to_command()
        .arg("--version")
        .output();
    version
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .and_then(|text| text.lines().next().map(str::to_owned))
        .unwrap_or_default()
}
