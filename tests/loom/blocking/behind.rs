// SPDX-License-Identifier: MIT OR Apache-2.0
//! Two who come while somebody is inside. That one leaves, and may be back
//! before those that it woke are there.

use loom::thread;
use rswlock::lock::model::{Time, set_time};

use super::scripts::*;
use super::{Blocking, FAIR, READERS, STRICT, TIMES, WRITERS};
use crate::house::{House, Script, explore_after};

/// A writer that was chosen to be woken finds the lock taken again, and gives
/// up. The other one must still be woken.
fn overtaken<const P: u32>() {
    set_time(Time::Short);
    explore_after(
        take_w::<P>,
        &[drop_w_write, write_or_give_up, write],
        Some(2),
    );
}

#[test]
fn an_overtaken_writer_gives_up() {
    overtaken::<READERS>();
}

#[test]
fn an_overtaken_strict_writer_gives_up() {
    overtaken::<STRICT>();
}

/// Whoever is kept out comes in as soon as somebody makes room, and not only when
/// the one who waits for that, inside, has left.
fn makes_room<const P: u32>(
    take: Script<Blocking<P>>,
    make_room: Script<Blocking<P>>,
    kept_out: Script<Blocking<P>>,
    leave: Script<Blocking<P>>,
    beside: Script<Blocking<P>>,
    preemptions: usize,
) {
    for time in TIMES {
        set_time(time);
        let mut builder = loom::model::Builder::new();
        builder.preemption_bound = Some(preemptions);
        builder.check(move || {
            let house = House::<Blocking<P>>::new();
            take(&house);
            let [other, beside] = [kept_out, beside].map(|script| {
                let house = house.clone();
                thread::spawn(move || script(&house))
            });
            make_room(&house);
            other.join().unwrap();
            leave(&house);
            beside.join().unwrap();
            house.check_empty();
        });
    }
}

#[test]
fn a_writer_that_gives_up_lets_in_whom_it_kept_out() {
    fn let_in<const P: u32>(kept_out: Script<Blocking<P>>) {
        makes_room(take_r, |_| (), kept_out, drop_r, write_or_give_up, 3);
    }
    let_in::<READERS>(read);
    let_in::<WRITERS>(read);
    let_in::<STRICT>(read);
    let_in::<FAIR>(read);
    let_in::<STRICT>(seek);
    let_in::<FAIR>(seek);
}

#[test]
fn a_downgrade_lets_in_whom_it_kept_out() {
    makes_room::<READERS>(take_w, wtor, read, drop_r, |_| (), 2);
    makes_room::<WRITERS>(take_w, wtor, read, drop_r, |_| (), 2);
    makes_room::<STRICT>(take_w, wtor, read, drop_r, |_| (), 2);
    makes_room::<READERS>(take_w, wtos, read, drop_s, |_| (), 2);
    makes_room::<READERS>(take_w, wtor, seek, drop_r, |_| (), 2);
    makes_room::<READERS>(take_s, stor, seek, drop_r, |_| (), 2);
    // Also if a writer waits, where the preference is for taking turns.
    makes_room::<READERS>(take_w, wtor, read, drop_r, write, 2);
    makes_room::<READERS>(take_w, wtos, read, drop_s, write, 2);
    makes_room::<FAIR>(take_w, wtor, read, drop_r, write_or_give_up, 2);
}
