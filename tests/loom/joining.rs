// SPDX-License-Identifier: MIT OR Apache-2.0
//! Readers who join, claim and write together.

use loom::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rswlock::word::RswWord;

use super::house::{House, Role, Script, explore};
use super::pairs::{atomic, atomic_then_join, atomic_then_read, join_alone, read, seek, write};

/// These scripts are long: with every switch allowed two of them take hours.
const PREEMPTIONS: Option<usize> = Some(3);

/// All the way: R, J, C, A.
fn join_claim_write(house: &House) {
    house.lock.take_r();
    house.visit(Role::Reader);
    house.lock.rtoj();
    house.visit(Role::Joined);
    house.lock.jtoc();
    house.visit(Role::Joined);
    house.lock.ctoa();
    house.visit(Role::Atomic);
    house.lock.drop_a();
}

fn claim_and_leave(house: &House) {
    house.lock.take_r();
    house.visit(Role::Reader);
    house.lock.rtoc();
    house.visit(Role::Joined);
    house.lock.drop_c();
}

fn join_and_leave(house: &House) {
    house.lock.take_r();
    house.visit(Role::Reader);
    house.lock.rtoj();
    house.visit(Role::Joined);
    house.lock.drop_j();
}

/// All the way and back to R.
fn claim_write_read(house: &House) {
    house.lock.take_r();
    house.visit(Role::Reader);
    house.lock.rtoc();
    house.visit(Role::Joined);
    house.lock.ctoa();
    house.visit(Role::Atomic);
    house.lock.ator();
    house.visit(Role::Reader);
    house.lock.drop_r();
}

/// A turns to J and starts over with a claim, then A again.
fn atomic_join_claim(house: &House) {
    house.lock.take_a();
    house.visit(Role::Atomic);
    house.lock.atoj();
    house.lock.jtoc();
    house.visit(Role::Joined);
    house.lock.ctoa();
    house.visit(Role::Atomic);
    house.lock.drop_a();
}

/// A turns to R and joins, right after others did.
fn atomic_read_join(house: &House) {
    house.lock.take_a();
    house.visit(Role::Atomic);
    house.lock.ator();
    house.visit(Role::Reader);
    house.lock.rtoj();
    house.visit(Role::Joined);
    house.lock.drop_j();
}

fn join_alone_and_claim(house: &House) {
    house.lock.take_j();
    house.visit(Role::Alone);
    house.lock.jtoc();
    house.visit(Role::Joined);
    house.lock.ctoa();
    house.visit(Role::Atomic);
    house.lock.drop_a();
}

/// One who goes from A by J to C and one who goes from A to R wait for each
/// other, as documented.
fn opposed(one: Script, other: Script) -> bool {
    let to_read: [Script; 3] = [atomic_then_read, atomic_read_join, claim_write_read];
    std::ptr::fn_addr_eq(one, atomic_join_claim as Script)
        && to_read
            .iter()
            .any(|&script| std::ptr::fn_addr_eq(other, script))
}

#[test]
fn pairs() {
    let joiners: [Script; 7] = [
        atomic_read_join,
        claim_write_read,
        join_claim_write,
        claim_and_leave,
        join_and_leave,
        atomic_join_claim,
        join_alone_and_claim,
    ];
    let others: [Script; 5] = [read, atomic, join_alone, atomic_then_read, atomic_then_join];
    for (i, &first) in joiners.iter().enumerate() {
        for &second in joiners[i..].iter().chain(&others) {
            if !opposed(first, second) && !opposed(second, first) {
                explore(&[first, second], PREEMPTIONS);
            }
        }
    }
}

/// Two readers and an A that waits for them: plock's A added a bare W, and the
/// first to join took it for the second reader.
#[test]
fn an_a_is_not_counted_as_joined() {
    explore(&[join_and_leave, read, atomic], Some(3));
}

#[test]
fn three_join() {
    explore(
        &[join_claim_write, claim_and_leave, join_and_leave],
        Some(2),
    );
}

#[test]
fn two_join_and_an_a_waits() {
    explore(&[join_claim_write, claim_and_leave, atomic], Some(2));
}

#[test]
fn one_joins_while_j_is_wanted_alone() {
    explore(&[join_claim_write, read, join_alone], Some(3));
}

/// plock's A to R gave up its W before the other A had left; somebody who
/// claimed the lock just then and the new reader waited for each other.
#[test]
fn an_a_turns_reader_while_another_leaves_and_a_writer_comes() {
    for third in [write as Script, atomic, join_alone, seek, join_and_leave] {
        explore(&[atomic_then_read, atomic, third], Some(2));
    }
}

#[test]
fn two_a_turn_readers() {
    for third in [write as Script, atomic_then_join, atomic_read_join, read] {
        explore(&[atomic_then_read, atomic_then_read, third], Some(2));
    }
}

/// Whoever sees the signal sees what the one who gave it did before.
#[test]
fn the_signal_publishes() {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(|| {
        let house = House::<RswWord<AtomicU32>>::new();
        let said = loom::sync::Arc::new(AtomicU32::new(0));
        // Both read before either joins.
        house.lock.take_r();
        house.lock.take_r();
        let listener = {
            let (house, said) = (house.clone(), said.clone());
            loom::thread::spawn(move || {
                house.lock.rtoj();
                // S, the start signal, is bit 16.
                if house.lock.wait_unlock(0) & 1 << 16 != 0 {
                    assert_eq!(said.load(Relaxed), 1);
                }
                house.lock.drop_j();
            })
        };
        house.lock.rtoj();
        said.store(1, Relaxed);
        house.lock.jtoc();
        house.lock.drop_c();
        listener.join().unwrap();
        house.check_empty();
    });
}

/// The last writer sees what those did who left before it.
#[test]
fn the_last_writer_sees_all() {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(|| {
        let house = House::<RswWord<AtomicU32>>::new();
        let done = loom::sync::Arc::new(AtomicU32::new(0));
        house.lock.take_a();
        house.lock.take_a();
        let other = {
            let (house, done) = (house.clone(), done.clone());
            loom::thread::spawn(move || {
                done.store(1, Relaxed);
                house.lock.drop_a();
            })
        };
        if house.lock.last_writer() {
            assert_eq!(done.load(Relaxed), 1);
        }
        house.lock.drop_a();
        other.join().unwrap();
        house.check_empty();
    });
}
