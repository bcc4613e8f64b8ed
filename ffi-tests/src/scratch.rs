// SPDX-License-Identifier: MIT OR Apache-2.0
//! Folders for what a test makes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::thread;

/// A folder that is removed again, unless the test failed.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// A new, empty folder under `parent` (`CARGO_TARGET_TMPDIR`).
    ///
    /// # Panics
    ///
    /// If it cannot be made.
    #[must_use]
    pub fn new(parent: &str, name: &str) -> Self {
        let path = Path::new(parent).join(format!("{name}-{}", process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("the scratch folder can be made");
        Self(path)
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// A file in it, named after `label`.
    #[must_use]
    pub fn file(&self, label: &str) -> PathBuf {
        let name: String = label
            .chars()
            .map(|c| {
                if c.is_alphanumeric() || c == '.' {
                    c
                } else {
                    '_'
                }
            })
            .collect();
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if !thread::panicking() {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}

/// A [`Scratch`] of that name in the place that Cargo has for tests.
#[macro_export]
macro_rules! scratch {
    ($name:expr) => {
        $crate::scratch::Scratch::new(env!("CARGO_TARGET_TMPDIR"), $name)
    };
}
