// SPDX-License-Identifier: MIT OR Apache-2.0
//! The futex under loom: a queue of sleepers behind a mutex, as in the kernel.

use std::vec::Vec;

use loom::sync::Mutex;
use loom::thread::{self, Thread};

use super::{Count, Deadline, Scope, Wakeup};
use crate::atomics::{AtomicU64, Ordering::Relaxed};

/// Sleeps of a thread that end by themselves, up to which every alternative is
/// explored.
const EXPLORED: u32 = 4;

struct Sleeper {
    ticket: usize,
    address: usize,
    class: u32,
    /// Who is to be unparked; nobody if the sleep ends by itself.
    thread: Option<Thread>,
}

#[derive(Default)]
struct Queue {
    tickets: usize,
    sleepers: Vec<Sleeper>,
}

loom::lazy_static! {
    static ref QUEUE: Mutex<Queue> = Mutex::new(Queue::default());
}

/// Takes the mutex. Whether a model that has failed leaves it poisoned does not
/// matter any more.
macro_rules! queue {
    () => {
        QUEUE.lock().expect("no model goes on after a panic")
    };
}

pub(crate) fn wait(
    state: &AtomicU64,
    expected: u32,
    class: u32,
    deadline: Option<&Deadline>,
    _: Scope,
) -> Wakeup {
    let mut queue = queue!();
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
        thread: deadline.is_none().then(thread::current),
    });
    drop(queue);
    // A sleep without an end shows lost wake-ups: loom reports a thread that is
    // left parked.
    let Some(deadline) = deadline else {
        thread::park();
        return Wakeup::Woken;
    };
    // Others do as much as loom likes before this thread has the mutex again:
    // the sleep ends at any moment.
    deadline.sleep();
    // A waiter that polls could do so for ever without loom ever running those it
    // waits for; as in `spin`.
    if deadline.sleeps_so_far() > EXPLORED {
        loom::skip_branch();
        thread::yield_now();
    }
    let mut queue = queue!();
    let place = queue.sleepers.iter().position(|it| it.ticket == ticket);
    match place {
        None => Wakeup::Woken,
        Some(place) => {
            queue.sleepers.remove(place);
            if deadline.has_passed() {
                Wakeup::TimedOut
            } else {
                Wakeup::Look
            }
        }
    }
}

pub(crate) fn wake(state: *const AtomicU64, classes: u32, count: Count, _: Scope) -> bool {
    let mut left = match count {
        Count::One => 1,
        Count::All => usize::MAX,
    };
    let mut woken = Vec::new();
    queue!().sleepers.retain(|sleeper| {
        let wakes = left > 0 && sleeper.address == state.addr() && sleeper.class & classes != 0;
        if wakes {
            left -= 1;
            woken.push(sleeper.thread.clone());
        }
        !wakes
    });
    for thread in woken.iter().flatten() {
        thread.unpark();
    }
    !woken.is_empty()
}
