// SPDX-License-Identifier: MIT OR Apache-2.0
//! The futex under loom: a queue of sleepers behind a mutex, as in the kernel.

use std::vec::Vec;

use loom::sync::{Condvar, Mutex};

use super::{Count, Deadline, Scope, Wakeup};
use crate::atomics::{AtomicU64, Ordering::Relaxed};

struct Sleeper {
    ticket: usize,
    address: usize,
    class: u32,
}

#[derive(Default)]
struct Queue {
    tickets: usize,
    sleepers: Vec<Sleeper>,
}

loom::lazy_static! {
    static ref QUEUE: Mutex<Queue> = Mutex::new(Queue::default());
    static ref WOKEN: Condvar = Condvar::new();
}

pub(crate) fn wait(
    state: &AtomicU64,
    expected: u32,
    class: u32,
    deadline: Option<&Deadline>,
    _: Scope,
) -> Wakeup {
    // A sleep with an end ends at once: that is the case in which the sleeper
    // leaves at the worst moment. Those without an end show lost wake-ups.
    if deadline.is_some() {
        return Wakeup::TimedOut;
    }
    let mut queue = QUEUE.lock().expect("no model panics here");
    // Relaxed: the kernel orders this load with its queue alone.
    if (state.load(Relaxed) >> 32) as u32 != expected {
        return Wakeup::Look;
    }
    queue.tickets += 1;
    let ticket = queue.tickets;
    queue.sleepers.push(Sleeper {
        ticket,
        address: core::ptr::from_ref(state).addr(),
        class,
    });
    while queue
        .sleepers
        .iter()
        .any(|sleeper| sleeper.ticket == ticket)
    {
        queue = WOKEN.wait(queue).expect("no model panics here");
    }
    Wakeup::Woken
}

pub(crate) fn wake(state: *const AtomicU64, classes: u32, count: Count, _: Scope) -> bool {
    let mut queue = QUEUE.lock().expect("no model panics here");
    let mut left = match count {
        Count::One => 1,
        Count::All => usize::MAX,
    };
    let before = queue.sleepers.len();
    queue.sleepers.retain(|sleeper| {
        let woken = left > 0 && sleeper.address == state.addr() && sleeper.class & classes != 0;
        left -= usize::from(woken);
        !woken
    });
    let woken = queue.sleepers.len() < before;
    drop(queue);
    WOKEN.notify_all();
    woken
}
