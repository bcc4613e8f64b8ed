// SPDX-License-Identifier: MIT OR Apache-2.0
//! The installed library, as `make stage` leaves it.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process;

/// Which form of the library a program is linked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// librswlock.so
    Shared,
    /// librswlock.a, in a program that is static altogether
    Static,
}

/// One installation.
#[derive(Clone, Debug)]
pub struct Stage {
    prefix: PathBuf,
}

impl Stage {
    /// The installation to test: `RSWLOCK_STAGE`, or where `make stage` puts it.
    ///
    /// # Panics
    ///
    /// If there is none.
    #[must_use]
    pub fn open() -> Self {
        let prefix = env::var_os("RSWLOCK_STAGE").map_or_else(default_prefix, PathBuf::from);
        Self::at(prefix)
    }

    /// The installation under `prefix`.
    ///
    /// # Panics
    ///
    /// If there is none.
    #[must_use]
    pub fn at(prefix: impl Into<PathBuf>) -> Self {
        let stage = Self {
            prefix: prefix.into(),
        };
        assert!(
            stage.pkgconfig().join("rswlock.pc").is_file(),
            "no rswlock installed under {}: run `make stage` first, or set RSWLOCK_STAGE",
            stage.prefix.display()
        );
        stage
    }

    /// Where the libraries are.
    #[must_use]
    pub fn lib(&self) -> PathBuf {
        self.prefix.join("lib")
    }

    /// Where the headers are.
    #[must_use]
    pub fn include(&self) -> PathBuf {
        self.prefix.join("include")
    }

    /// The shared object to preload.
    ///
    /// # Panics
    ///
    /// If it is not installed.
    #[must_use]
    pub fn shim(&self) -> PathBuf {
        let shim = self.lib().join("librswlock_pthread.so");
        assert!(shim.is_file(), "no {}", shim.display());
        shim
    }

    fn pkgconfig(&self) -> PathBuf {
        self.lib().join("pkgconfig")
    }

    /// The answer of pkg-config for this installation, as words.
    ///
    /// # Panics
    ///
    /// If pkg-config fails.
    #[must_use]
    pub fn pkg_config(&self, questions: &[&str]) -> Vec<String> {
        let mut command = Command::new(env::var_os("PKG_CONFIG").unwrap_or("pkg-config".into()));
        command
            .env("PKG_CONFIG_PATH", self.pkgconfig())
            .arg("--define-prefix")
            .args(questions)
            .arg("rswlock");
        let answer = process::run(&mut command).unwrap_or_else(|why| panic!("{why}"));
        answer.split_whitespace().map(str::to_owned).collect()
    }

    /// What a compiler is told to find the headers.
    #[must_use]
    pub fn cflags(&self) -> Vec<String> {
        self.pkg_config(&["--cflags"])
    }

    /// What a linker is told to find the library.
    #[must_use]
    pub fn libs(&self, link: Link) -> Vec<String> {
        match link {
            Link::Shared => {
                let mut words = self.pkg_config(&["--libs"]);
                // An installed program finds it where the loader looks.
                words.push(format!("-Wl,-rpath,{}", self.lib().display()));
                words
            }
            Link::Static => {
                let mut words = self.pkg_config(&["--libs", "--static"]);
                words.push("-static".to_owned());
                words
            }
        }
    }
}

fn default_prefix() -> PathBuf {
    let target = env::var_os("CARGO_TARGET_DIR").unwrap_or(OsString::from("target"));
    // A relative folder is meant from where Cargo was started: the root.
    Path::join(crate::repository(), target).join("stage/usr")
}
