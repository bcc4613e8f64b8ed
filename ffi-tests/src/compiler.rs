// SPDX-License-Identifier: MIT OR Apache-2.0
//! The C and C++ compilers of the machine.

use std::env;
use std::fmt;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use crate::process;

/// What a source file is compiled as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C.
    C,
    /// C++.
    Cxx,
}

/// Whose compiler it is, or whose it behaves like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// GCC.
    Gnu,
    /// Clang.
    Clang,
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gnu => "gcc",
            Self::Clang => "clang",
        })
    }
}

/// One compiler for one language.
#[derive(Clone, Debug)]
pub struct Compiler {
    /// Whose it is.
    pub family: Family,
    language: Language,
    /// Program and leading arguments: `CC` may hold a wrapper.
    words: Vec<String>,
}

impl Compiler {
    /// The compiler of that family, if the machine has one.
    ///
    /// The default compiler, `CC` and `CXX` included, is found as build scripts
    /// find it; the other family by its usual name, or by `CLANG` and
    /// `CLANGXX`.
    #[must_use]
    pub fn find(family: Family, language: Language) -> Option<Self> {
        // Finding them out takes several runs of each, so once is enough.
        static FOUND: OnceLock<Vec<Compiler>> = OnceLock::new();
        FOUND
            .get_or_init(Self::look)
            .iter()
            .find(|found| found.family == family && found.language == language)
            .cloned()
    }

    fn look() -> Vec<Self> {
        let mut found = Vec::new();
        for language in [Language::C, Language::Cxx] {
            let default = Self::default_of(language);
            for family in [Family::Gnu, Family::Clang] {
                let compiler = default
                    .clone()
                    .filter(|default| default.family == family)
                    .or_else(|| Self::named(family, language));
                found.extend(compiler);
            }
        }
        found
    }

    /// All compilers for a language; at least one.
    ///
    /// # Panics
    ///
    /// If there is none: then nothing can be tested.
    #[must_use]
    pub fn all(language: Language) -> Vec<Self> {
        let found: Vec<_> = [Family::Gnu, Family::Clang]
            .into_iter()
            .filter_map(|family| {
                let compiler = Self::find(family, language);
                if compiler.is_none() {
                    crate::skip(&format!("{family} for {language:?}"), "not installed");
                }
                compiler
            })
            .collect();
        assert!(!found.is_empty(), "no compiler for {language:?}");
        found
    }

    /// A command that starts with this compiler.
    #[must_use]
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]);
        // So that a file can be compiled as either language.
        command.args([
            "-x",
            if self.language == Language::C {
                "c"
            } else {
                "c++"
            },
        ]);
        command
    }

    /// A command that links objects.
    #[must_use]
    pub fn linker(&self) -> Command {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]);
        command
    }

    /// Whether an empty file compiles with these flags.
    #[must_use]
    pub fn accepts(&self, flags: &[&str]) -> bool {
        let mut command = self.command();
        command.args(flags).args(["-fsyntax-only", "/dev/null"]);
        process::run(&mut command).is_ok()
    }

    /// Whether a hosted program compiles with these flags: target and headers.
    #[must_use]
    pub fn accepts_headers(&self, flags: &[&str], source: &Path) -> bool {
        let mut command = self.command();
        command.args(flags).arg("-fsyntax-only").arg(source);
        process::run(&mut command).is_ok()
    }

    fn default_of(language: Language) -> Option<Self> {
        let triple = format!("{}-unknown-linux-gnu", env::consts::ARCH);
        let tool = cc::Build::new()
            .cargo_metadata(false)
            .cargo_warnings(false)
            .no_default_flags(true)
            .warnings(false)
            .opt_level(0)
            .target(&triple)
            .host(&triple)
            .cpp(language == Language::Cxx)
            .try_get_compiler()
            .ok()?;
        let family = match (tool.is_like_clang(), tool.is_like_gnu()) {
            (true, _) => Family::Clang,
            (_, true) => Family::Gnu,
            _ => return None,
        };
        let command = tool.to_command();
        let words = std::iter::once(command.get_program())
            .chain(command.get_args())
            .map(|word| word.to_string_lossy().into_owned())
            .collect();
        Some(Self {
            family,
            language,
            words,
        })
    }

    fn named(family: Family, language: Language) -> Option<Self> {
        let (variable, name) = match (family, language) {
            (Family::Gnu, Language::C) => (None, "gcc"),
            (Family::Gnu, Language::Cxx) => (None, "g++"),
            (Family::Clang, Language::C) => (Some("CLANG"), "clang"),
            (Family::Clang, Language::Cxx) => (Some("CLANGXX"), "clang++"),
        };
        let name = variable
            .and_then(|variable| env::var(variable).ok())
            .unwrap_or_else(|| name.to_owned());
        let compiler = Self {
            family,
            language,
            words: vec![name],
        };
        compiler.accepts(&[]).then_some(compiler)
    }
}
