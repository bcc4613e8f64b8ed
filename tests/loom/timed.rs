// SPDX-License-Identifier: MIT OR Apache-2.0
//! Waits that are given up. Under loom a deadline is a number of pauses.

use super::house::{House, Role, Script, explore};
use super::pairs::{atomic, read, seek, seek_then_write, write};

fn read_or_give_up(house: &House) {
    if house.lock.take_r_until(1).is_ok() {
        house.visit(Role::Reader);
        house.lock.drop_r();
    }
}

fn seek_or_give_up(house: &House) {
    if house.lock.take_s_until(1).is_ok() {
        house.visit(Role::Seeker);
        house.lock.drop_s();
    }
}

fn write_or_give_up(house: &House) {
    if house.lock.take_w_until(1).is_ok() {
        house.visit(Role::Writer);
        house.lock.drop_w();
    }
}

#[test]
fn pairs() {
    let timed: [Script; 3] = [read_or_give_up, seek_or_give_up, write_or_give_up];
    let others: [Script; 5] = [read, seek, write, atomic, seek_then_write];
    for first in timed {
        for second in timed.into_iter().chain(others) {
            explore(&[first, second], None);
        }
    }
}

/// A parked writer that gives up, in each moment of the seeker's upgrade, and
/// somebody who comes in afterwards.
#[test]
fn a_parked_writer_gives_up() {
    for third in [read as Script, seek, write, atomic] {
        explore(&[seek_then_write, write_or_give_up, third], Some(2));
    }
}
