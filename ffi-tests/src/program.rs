// SPDX-License-Identifier: MIT OR Apache-2.0
//! Programs built from `c/` in several variants.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::compiler::{Compiler, Family, Language};
use crate::scratch::Scratch;
use crate::stage::{Link, Stage};
use crate::{jobs, process, skip, source};

/// How a program is compiled and linked.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// Which compiler.
    pub family: Family,
    /// The optimisation flag.
    pub level: &'static str,
    /// Inline fast paths, or plain calls.
    pub inline: bool,
    /// The form of the library.
    pub link: Link,
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {} {} {:?}",
            self.family,
            self.level,
            if self.inline { "inline" } else { "calls" },
            self.link
        )
    }
}

const fn variant(family: Family, level: &'static str, inline: bool, link: Link) -> Variant {
    Variant {
        family,
        level,
        inline,
        link,
    }
}

/// Each value of each choice with most values of the others.
pub const VARIANTS: [Variant; 6] = [
    variant(Family::Gnu, "-O2", true, Link::Shared),
    variant(Family::Gnu, "-O0", false, Link::Static),
    variant(Family::Gnu, "-O3", true, Link::Static),
    variant(Family::Clang, "-O0", true, Link::Shared),
    variant(Family::Clang, "-O2", false, Link::Shared),
    variant(Family::Clang, "-O3", true, Link::Static),
];

/// A choice for what takes long, or where the library's form does not matter.
pub const FEW: [Variant; 2] = [VARIANTS[0], VARIANTS[4]];

/// Those of `variants` whose compiler is there.
#[must_use]
pub fn available(variants: &[Variant], language: Language) -> Vec<Variant> {
    let (there, missing): (Vec<Variant>, Vec<Variant>) = variants
        .iter()
        .partition(|variant| Compiler::find(variant.family, language).is_some());
    for variant in missing {
        skip(&variant.to_string(), "no such compiler");
    }
    there
}

/// One source file and the flags it needs besides the usual.
#[derive(Clone, Debug)]
struct Unit {
    file: PathBuf,
    flags: Vec<String>,
}

/// A program or shared object.
#[derive(Clone, Debug)]
pub struct Program {
    name: String,
    language: Language,
    standard: &'static str,
    units: Vec<Unit>,
    link_flags: Vec<String>,
    /// Whether it includes and is linked with rswlock.
    linked: bool,
}

impl Program {
    /// The C program whose one file is `c/NAME.c`.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self::of(name).unit(&format!("{name}.c"), &[])
    }

    /// A C program without files yet.
    #[must_use]
    pub fn of(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            language: Language::C,
            standard: "-std=c11",
            units: Vec::new(),
            link_flags: Vec::new(),
            linked: true,
        }
    }

    /// Knows nothing of rswlock.
    #[must_use]
    pub fn unaware(mut self) -> Self {
        self.linked = false;
        self
    }

    /// Compiled as C++, by that standard.
    #[must_use]
    pub fn cxx(mut self, standard: &'static str) -> Self {
        self.language = Language::Cxx;
        self.standard = standard;
        self
    }

    /// One more file of `c/`, with flags of its own.
    #[must_use]
    pub fn unit(mut self, file: &str, flags: &[&str]) -> Self {
        self.units.push(Unit {
            file: source(file),
            flags: flags.iter().map(|&flag| flag.to_owned()).collect(),
        });
        self
    }

    /// More flags for all files so far.
    #[must_use]
    pub fn flags(mut self, flags: &[&str]) -> Self {
        for unit in &mut self.units {
            unit.flags.extend(flags.iter().map(|&flag| flag.to_owned()));
        }
        self
    }

    /// More flags for the linker.
    #[must_use]
    pub fn link_flags(mut self, flags: &[&str]) -> Self {
        self.link_flags
            .extend(flags.iter().map(|&flag| flag.to_owned()));
        self
    }

    /// Builds one variant in `scratch`.
    ///
    /// # Errors
    ///
    /// What the compiler or linker said.
    pub fn build(
        &self,
        stage: &Stage,
        variant: &Variant,
        scratch: &Scratch,
    ) -> Result<PathBuf, String> {
        let compiler = Compiler::find(variant.family, self.language)
            .ok_or_else(|| format!("no {}", variant.family))?;
        let label = format!("{} {variant}", self.name);
        let mut objects = Vec::new();
        for (index, unit) in self.units.iter().enumerate() {
            let object = scratch.file(&format!("{label} {index}.o"));
            let mut command = compiler.command();
            command
                .args([self.standard, "-D_GNU_SOURCE", "-pthread", "-fPIC"])
                .args([variant.level, "-Wall", "-Wextra", "-Werror"])
                .args(&unit.flags);
            if self.linked {
                command.args(stage.cflags());
            }
            if !variant.inline {
                command.arg("-DRSWLOCK_NO_INLINE");
            }
            command.arg("-c").arg(&unit.file).arg("-o").arg(&object);
            process::run(&mut command)?;
            objects.push(object);
        }
        let program = scratch.file(&label);
        let mut command = compiler.linker();
        command
            .arg("-pthread")
            .args(&objects)
            .args(&self.link_flags)
            .arg("-o")
            .arg(&program);
        if self.linked {
            command.args(stage.libs(variant.link));
        }
        process::run(&mut command)?;
        Ok(program)
    }

    /// Builds and runs each variant, several at a time.
    ///
    /// # Panics
    ///
    /// If one fails.
    pub fn run(&self, scratch: &Scratch, variants: &[Variant], arguments: &[&str]) {
        self.run_with(scratch, variants, |program| {
            let mut command = Command::new(program);
            command.args(arguments);
            command
        });
    }

    /// The same with a command made from the path of the program.
    ///
    /// # Panics
    ///
    /// If one fails.
    pub fn run_with(
        &self,
        scratch: &Scratch,
        variants: &[Variant],
        command: impl Fn(&Path) -> Command + Sync,
    ) {
        let stage = Stage::open();
        jobs::all(&available(variants, self.language), |variant| {
            let program = self.build(&stage, variant, scratch)?;
            process::run(&mut command(&program)).map(|_| ())
        });
    }
}
