// SPDX-License-Identifier: MIT OR Apache-2.0
//! What is inside libraries and programs, as readelf tells it.

use std::collections::BTreeSet;
use std::env;
use std::path::Path;
use std::process::Command;

use crate::process;

/// One entry of a symbol table.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// Without its version.
    pub name: String,
    /// Seen by other objects.
    pub global: bool,
    /// Defined here, or wanted from elsewhere.
    pub defined: bool,
}

/// What readelf says about a file.
///
/// # Panics
///
/// If it fails.
#[must_use]
pub fn readelf(options: &[&str], file: &Path) -> String {
    let mut command = Command::new(env::var_os("READELF").unwrap_or("readelf".into()));
    command.arg("-W").args(options).arg(file);
    process::run(&mut command).unwrap_or_else(|why| panic!("{why}"))
}

/// The named entries of one of a file's tables: `--syms` or `--dyn-syms`.
#[must_use]
pub fn symbols(table: &str, file: &Path) -> Vec<Symbol> {
    readelf(&[table], file).lines().filter_map(symbol).collect()
}

/// Names that a file offers to others.
#[must_use]
pub fn exported(table: &str, file: &Path) -> BTreeSet<String> {
    symbols(table, file)
        .into_iter()
        .filter(|symbol| symbol.global && symbol.defined)
        .map(|symbol| symbol.name)
        .collect()
}

/// `Num: Value Size Type Bind Vis Ndx Name`
fn symbol(line: &str) -> Option<Symbol> {
    let columns: Vec<&str> = line.split_whitespace().collect();
    let &[number, _, _, _, bind, _, section, name, ..] = columns.as_slice() else {
        return None;
    };
    number.strip_suffix(':')?.parse::<u32>().ok()?;
    let name = name.split('@').next().unwrap_or(name);
    Some(Symbol {
        name: name.to_owned(),
        global: bind == "GLOBAL" || bind == "WEAK",
        defined: section != "UND",
    })
}
