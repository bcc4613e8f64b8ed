// SPDX-License-Identifier: MIT OR Apache-2.0
//! Readers that do not touch the lock.
//!
//! Each reader that comes by the state biases the lock, so one that is written in
//! between is off and open again several times in a model.

use loom::thread;
use rswlock::bias::leave_out_the_fence;
use rswlock::lock::model::{Time, set_bias_after, set_time};

use super::scripts::*;
use super::{Blocking, FAIR, READERS, STRICT, WRITERS};
use crate::house::{House, Script, explore_after};

/// Explores the scripts from a lock that is biased. Sleeps that last until slots
/// are empty end by themselves, so loom cannot tell whether somebody was woken;
/// that the lock is left by all and free it can.
fn explore<const P: u32>(scripts: &[Script<Blocking<P>>], preemptions: usize) {
    explore_from(read, scripts, preemptions);
}

fn explore_from<const P: u32>(
    before: Script<Blocking<P>>,
    scripts: &[Script<Blocking<P>>],
    preemptions: usize,
) {
    set_bias_after(Some(1));
    set_time(Time::Middle);
    explore_after(before, scripts, Some(preemptions));
    set_bias_after(None);
}

fn with_a_reader<const P: u32>() {
    let others: [(Script<Blocking<P>>, usize); 10] = [
        (read, 3),
        (write, 3),
        (write_twice, 2),
        (write_or_give_up, 2),
        (write_or_give_up_late, 2),
        (try_write_try_read, 3),
        (seek_then_write, 2),
        (write_then_read, 2),
        (read_try_more, 3),
        (read_try_seek, 2),
    ];
    for (other, preemptions) in others {
        explore(&[read, other], preemptions);
    }
    explore::<P>(&[read_twice, write], 2);
    explore::<P>(&[read_twice, write_twice], 2);
    explore::<P>(&[read_twice, read_try_more], 2);
}

#[test]
fn a_reader_and_another() {
    with_a_reader::<READERS>();
}

#[test]
fn a_reader_and_another_with_other_preferences() {
    for_others::<WRITERS>();
    for_others::<STRICT>();
    for_others::<FAIR>();

    fn for_others<const P: u32>() {
        explore::<P>(&[read, write], 3);
        explore::<P>(&[read, write_or_give_up], 3);
        explore::<P>(&[read_twice, seek_then_write], 2);
    }
}

/// Without the fence between its slot and the lock's word a reader and a writer
/// miss each other.
#[test]
#[should_panic(expected = "Causality violation")]
fn the_fence_is_needed() {
    leave_out_the_fence(true);
    explore::<READERS>(&[read, write], 3);
}

#[test]
fn recursion_ends() {
    explore::<READERS>(&[read_inside_read, write], 3);
    explore::<READERS>(&[read_inside_read, write_or_give_up], 2);
    explore::<READERS>(&[read_inside_read, seek_then_write], 2);
    explore::<WRITERS>(&[read_inside_read, write], 2);
}

#[test]
fn three() {
    let scripts: [[Script<Blocking<READERS>>; 3]; 6] = [
        [read, read, write],
        [read, write, write],
        [read, write, write_or_give_up],
        [read, write, try_write_try_read],
        [read, write, seek_then_write],
        [read_try_more, read, write],
    ];
    for scripts in scripts {
        explore(&scripts, 1);
    }
}

/// One thread takes R in its slot, another gives it back.
#[test]
fn another_gives_it_back() {
    fn hold<const P: u32>(house: &House<Blocking<P>>) {
        read(house);
        take_r(house);
    }
    explore_from::<READERS>(hold, &[drop_r, write], 2);
    explore_from::<READERS>(hold, &[drop_r, write_or_give_up], 2);
    explore_from::<READERS>(hold, &[drop_r, try_write_try_read], 2);
    explore_from::<READERS>(hold, &[drop_r, seek_then_write], 2);
    explore_from::<READERS>(hold, &[drop_r, read_twice], 2);
    explore_from::<READERS>(hold, &[drop_r, read, write], 1);
    explore_from::<STRICT>(hold, &[drop_r, read, write], 1);
}

/// The thread that holds R in its slot takes and gives back R meanwhile.
#[test]
fn another_gives_it_back_beside_its_taker() {
    set_bias_after(Some(1));
    set_time(Time::Middle);
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(2);
    builder.check(|| {
        let house = House::<Blocking<READERS>>::new();
        read(&house);
        take_r(&house);
        let others = [drop_r, write].map(|script: Script<Blocking<READERS>>| {
            let house = house.clone();
            thread::spawn(move || script(&house))
        });
        read(&house);
        for other in others {
            other.join().unwrap();
        }
        house.check_empty();
    });
    set_bias_after(None);
}

/// What nobody holds cannot be given back, however the lock is biased.
#[test]
fn nothing_is_given_back_that_is_not_held() {
    fn drop_nothing<const P: u32>(house: &House<Blocking<P>>) {
        assert!(house.lock.0.drop_any().is_err());
        assert!(house.lock.0.drop_r().is_err());
        assert!(house.lock.0.try_rtos().is_err());
        assert!(house.lock.0.try_rtow().is_err());
    }
    explore::<READERS>(&[drop_nothing, drop_nothing], 3);
}
