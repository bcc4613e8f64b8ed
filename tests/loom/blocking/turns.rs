// SPDX-License-Identifier: MIT OR Apache-2.0
//! Waiters that claim a turn: what keeps others out must not keep out all.

use super::scripts::*;
use super::{Blocking, FAIR, READERS, STRICT, WRITERS, at_all_times};
use crate::house::Script;

fn claims<const P: u32>() {
    let scripts: [[Script<Blocking<P>>; 3]; 6] = [
        // A seeker that waits too long for a seeker, and a writer.
        [seek, seek, write],
        [seek_then_read, seek, write],
        [write_then_seek, seek, write],
        [read_try_seek, seek, write],
        // The same, and the seeker gives up.
        [seek_then_read, seek_or_give_up_late, write],
        // A reader that waits too long gives up.
        [write_twice, read_or_give_up_late, write],
    ];
    for scripts in scripts {
        at_all_times(&scripts, 2);
    }
}

#[test]
fn claims_of_readers() {
    claims::<READERS>();
}

#[test]
fn claims_with_writers_preferred() {
    claims::<WRITERS>();
}

#[test]
fn claims_with_strict_writers() {
    claims::<STRICT>();
}

#[test]
fn claims_and_fair() {
    claims::<FAIR>();
}

/// Enough rounds for a reader to be overtaken, claim the next turn and get it.
#[test]
fn rounds() {
    at_all_times(&[write_twice::<READERS>, write_twice, read], 2);
    at_all_times(&[write_twice::<READERS>, read_twice, write], 2);
    at_all_times(&[write_twice::<WRITERS>, write_twice, read], 2);
    at_all_times(&[write_twice::<STRICT>, read_twice, seek], 2);
}
