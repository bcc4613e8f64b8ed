// SPDX-License-Identifier: MIT OR Apache-2.0
//! Many threads on one lock: exclusion, and nobody shut out.

use rswlock_ffi_tests::program::{FEW, Program, VARIANTS};
use rswlock_ffi_tests::scratch;

/// How long each of the 26 mixes runs.
const MIX_MS: &str = "60";
/// How long each scene of `fairness` runs.
const SCENE_MS: &str = "1000";

/// `actors.c` twice, so that inline code and calls meet on one lock whatever
/// the variant says about `exclusion.c` itself.
fn exclusion() -> Program {
    Program::of("exclusion")
        .unit("actors.c", &["-DACTORS_CALL=0"])
        .unit("actors.c", &["-DACTORS_CALL=1"])
        .unit("exclusion.c", &[])
}

#[test]
fn exclusion_of_everybody_by_everybody() {
    exclusion().run(&scratch!("exclusion"), &VARIANTS, &[MIX_MS]);
}

#[test]
fn nobody_is_shut_out() {
    let scratch = scratch!("fairness");
    // One after the other: together they would compete with each other.
    for variant in FEW {
        Program::new("fairness").run(&scratch, &[variant], &[SCENE_MS]);
    }
}
