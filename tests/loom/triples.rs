// SPDX-License-Identifier: MIT OR Apache-2.0
//! Meetings that take three.

use super::house::{Script, explore};
use super::pairs::{
    atomic, join_alone, read, read_try_atomic, read_try_seek, seek, seek_then_write,
    seek_write_seek, write, write_then_seek_then_read,
};

/// Involuntary switches per execution. Most known lock bugs need two; three
/// threads with none of them bounded would take hours.
const PREEMPTIONS: Option<usize> = Some(3);

macro_rules! triples {
    ($($name:ident: $one:ident, $two:ident, $three:ident;)*) => {$(
        #[test]
        fn $name() {
            let scripts: [Script; 3] = [$one, $two, $three];
            explore(&scripts, PREEMPTIONS);
        }
    )*};
}

triples! {
    // plock's parked writer let an A in beside it: W waits behind S, S leaves
    // in each of its ways, A comes.
    a_behind_a_parked_writer: seek, write, atomic;
    a_behind_a_parked_writer_and_an_upgrade: seek_then_write, write, atomic;
    a_behind_a_parked_writer_and_a_round: seek_write_seek, write, atomic;
    a_behind_a_parked_writer_and_a_descent: write_then_seek_then_read, seek, atomic;
    j_behind_a_parked_writer: seek, write, join_alone;
    r_behind_a_parked_writer: seek_then_write, write, read;
    two_writers_and_a_seeker: seek, write, write;
    two_seekers_and_a_writer: seek_then_write, seek, write;
    two_readers_and_a_writer: read, read, write;
    readers_and_an_a: read, read, atomic;
    a_and_exclusive_j_and_a_reader: atomic, join_alone, read;
    two_a_and_a_reader: atomic, atomic, read;
    two_a_and_a_writer: atomic, atomic, write;
    two_a_and_a_seeker: atomic, atomic, seek;
    two_exclusive_j_and_a_reader: join_alone, join_alone, read;
    upgraders_and_a_writer: read_try_seek, read_try_seek, write;
    upgraders_to_a_and_an_a: read_try_atomic, read_try_atomic, atomic;
    an_upgrader_a_seeker_and_a_writer: read_try_seek, seek, write;
}
