// SPDX-License-Identifier: MIT OR Apache-2.0
//! Three at the lock: wake-ups that meet others under way, and those that are
//! handed on by somebody who gave up.

use super::scripts::*;
use super::{Blocking, FAIR, READERS, STRICT, WRITERS, at_all_times};
use crate::house::Script;

fn triples<const P: u32>() {
    let scripts: [[Script<Blocking<P>>; 3]; 16] = [
        [read, read, write],
        [read, write, write],
        [write, write, write],
        [write_twice, write, read],
        [read, write, write_or_give_up],
        [write, write, write_or_give_up],
        [write, write, read_or_give_up],
        [read, write, read_or_give_up],
        [read, seek_then_write, write],
        [read, seek_then_write, write_or_give_up],
        [seek, seek, write],
        [seek, write, seek_or_give_up],
        [write_then_read, write, read],
        [write_then_seek_then_read, seek, write],
        [read_try_more, write, seek],
        [try_write_try_read, write, read],
    ];
    for scripts in scripts {
        at_all_times(&scripts, 2);
    }
}

#[test]
fn three_with_readers_preferred() {
    triples::<READERS>();
}

#[test]
fn three_with_writers_preferred() {
    triples::<WRITERS>();
}

#[test]
fn three_with_strict_writers() {
    triples::<STRICT>();
}

#[test]
fn three_and_fair() {
    triples::<FAIR>();
}

/// A thread that reads takes R once more, and two writers wait for it.
#[test]
fn recursion_ends() {
    at_all_times(&[read_inside_read::<READERS>, write, write], 2);
    at_all_times(&[read_inside_read::<READERS>, write, write_or_give_up], 2);
    at_all_times(&[read_inside_read::<WRITERS>, write, read], 2);
}
