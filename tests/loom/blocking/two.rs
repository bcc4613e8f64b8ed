// SPDX-License-Identifier: MIT OR Apache-2.0
//! Everybody with everybody.

use super::scripts::*;
use super::{Blocking, FAIR, READERS, STRICT, WRITERS, at_all_times};
use crate::house::Script;

fn pairs<const P: u32>(scripts: &[Script<Blocking<P>>], preemptions: usize) {
    for (index, first) in scripts.iter().enumerate() {
        for second in &scripts[index..] {
            at_all_times(&[*first, *second], preemptions);
        }
    }
}

#[test]
fn without_deadlines() {
    pairs::<READERS>(
        &[
            read,
            write,
            write_twice,
            seek,
            seek_then_write,
            write_then_seek_then_read,
            write_then_read,
            read_try_more,
            try_write_try_read,
            try_seek,
        ],
        3,
    );
}

#[test]
fn with_deadlines() {
    pairs::<READERS>(
        &[
            read,
            write,
            write_twice,
            seek_then_write,
            write_then_seek_then_read,
            write_or_give_up,
            read_or_give_up,
            seek_or_give_up,
            write_or_give_up_late,
            read_or_give_up_late,
            seek_or_give_up_late,
            give_up_at_once,
        ],
        2,
    );
}

#[test]
fn of_other_preferences() {
    fn some<const P: u32>() {
        pairs::<P>(
            &[
                read,
                write,
                write_twice,
                seek_then_write,
                write_then_seek_then_read,
                write_or_give_up,
                read_or_give_up_late,
                seek_or_give_up_late,
            ],
            2,
        );
    }
    some::<WRITERS>();
    some::<STRICT>();
    some::<FAIR>();
}

/// A thread that reads takes R once more while a writer waits for it.
#[test]
fn recursion_ends() {
    at_all_times(&[read_inside_read::<READERS>, write], 3);
    at_all_times(&[read_inside_read::<READERS>, write_or_give_up_late], 3);
    at_all_times(&[read_inside_read::<READERS>, seek_then_write], 3);
    at_all_times(&[read_inside_read::<WRITERS>, write], 3);
}
