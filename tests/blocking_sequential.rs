// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random sequences of operations on a blocking lock, against a model that
//! counts who is inside.
//!
//! One thread plays all actors, so nobody ever waits: each answer and the state
//! follow from the counts alone. An operation that would wait is made with a
//! deadline that has passed. The actors do not own anything: as an operation may
//! be made by another thread than the one that came in, all of them may be made
//! at any time, also when nobody is inside.
#![cfg(not(loom))]

mod waiting;

use std::sync::atomic::Ordering::SeqCst;

use proptest::prelude::*;
use rswlock::lock::{Outcome, Preference, Refusal, RswLock};
use rswlock::park::{Deadline, Scope};
use waiting::state;

macro_rules! ops {
    ($($op:ident)*) => {
        #[derive(Clone, Copy, Debug)]
        enum Op {
            $($op),*
        }

        const OPS: &[Op] = &[$(Op::$op),*];
    };
}

ops! {
    TryR TryS TryW
    TakeR TakeS TakeW
    TakeRUntil TakeSUntil TakeWUntil
    DropR DropS DropW DropAny
    Stow Wtos Wtor Stor
    TryRtos TryRtow
}

const MOST_READERS: u64 = (1 << 28) - 1;

/// Who is inside.
#[derive(Clone, Copy, Debug)]
struct Model {
    readers: u64,
    seeker: bool,
    writer: bool,
}

/// What an operation does that may wait.
enum After {
    Answers(Outcome, Model),
    Waits,
}

impl Model {
    fn state(self) -> u64 {
        let some = u64::from(self.readers != 0);
        self.readers | u64::from(self.writer) << 32 | u64::from(self.seeker) << 33 | some << 40
    }

    /// What the operation answers, and who is inside then.
    fn after(self, op: Op) -> After {
        let Self {
            readers,
            seeker,
            writer,
        } = self;
        let done = |readers, seeker, writer| {
            let next = Self {
                readers,
                seeker,
                writer,
            };
            After::Answers(Ok(()), next)
        };
        let refused = |why| After::Answers(Err(why), self);
        match op {
            // This thread is the writer, if there is one.
            Op::TakeR
            | Op::TakeS
            | Op::TakeW
            | Op::TakeRUntil
            | Op::TakeSUntil
            | Op::TakeWUntil
                if writer =>
            {
                refused(Refusal::Deadlock)
            }
            Op::TryR if writer => refused(Refusal::Busy),
            Op::TryR | Op::TakeR | Op::TakeRUntil if readers == MOST_READERS => {
                refused(Refusal::TooManyReaders)
            }
            Op::TryR | Op::TakeR | Op::TakeRUntil => done(readers + 1, seeker, writer),

            Op::TryS if seeker || writer => refused(Refusal::Busy),
            Op::TakeS if seeker => After::Waits,
            Op::TakeSUntil if seeker => refused(Refusal::TimedOut),
            Op::TryS | Op::TakeS | Op::TakeSUntil => done(readers, true, writer),

            Op::TryW if seeker || writer || readers != 0 => refused(Refusal::Busy),
            Op::TakeW if seeker || readers != 0 => After::Waits,
            Op::TakeWUntil if seeker || readers != 0 => refused(Refusal::TimedOut),
            Op::TryW | Op::TakeW | Op::TakeWUntil => done(readers, seeker, true),

            Op::DropAny if writer => done(readers, seeker, false),
            Op::DropR | Op::DropAny | Op::TryRtos | Op::TryRtow if readers == 0 => {
                refused(Refusal::NotHeld)
            }
            Op::DropR | Op::DropAny => done(readers - 1, seeker, writer),
            Op::DropS | Op::Stow | Op::Stor if !seeker => refused(Refusal::NotHeld),
            Op::DropS => done(readers, false, writer),
            Op::DropW | Op::Wtos | Op::Wtor if !writer => refused(Refusal::NotHeld),
            Op::DropW => done(readers, seeker, false),

            Op::Stow if readers != 0 => After::Waits,
            Op::Stow => done(readers, false, true),
            Op::Wtos => done(readers, true, false),
            Op::Wtor => done(1, false, false),
            Op::Stor if readers == MOST_READERS => refused(Refusal::TooManyReaders),
            Op::Stor => done(readers + 1, false, writer),

            Op::TryRtos if seeker => refused(Refusal::Busy),
            Op::TryRtos => done(readers - 1, true, writer),
            Op::TryRtow if seeker || readers != 1 => refused(Refusal::Busy),
            Op::TryRtow => done(0, seeker, true),
        }
    }
}

fn do_it(lock: &RswLock, op: Op) -> Outcome {
    let epoch = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    let passed = Deadline::from_timespec(libc::CLOCK_REALTIME, &epoch).unwrap();
    match op {
        Op::TryR => lock.try_r(),
        Op::TryS => lock.try_s(),
        Op::TryW => lock.try_w(),
        Op::TakeR => lock.take_r(),
        Op::TakeS => lock.take_s(),
        Op::TakeW => lock.take_w(),
        Op::TakeRUntil => lock.take_r_until(&passed),
        Op::TakeSUntil => lock.take_s_until(&passed),
        Op::TakeWUntil => lock.take_w_until(&passed),
        Op::DropR => lock.drop_r(),
        Op::DropS => lock.drop_s(),
        Op::DropW => lock.drop_w(),
        Op::DropAny => lock.drop_any(),
        Op::Stow => lock.stow(),
        Op::Wtos => lock.wtos(),
        Op::Wtor => lock.wtor(),
        Op::Stor => lock.stor(),
        Op::TryRtos => lock.try_rtos(),
        Op::TryRtow => lock.try_rtow(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn answers_and_state_follow_from_the_counts(
        preference in 0_u32..4,
        shared: bool,
        // Readers that were there before: few, or nearly as many as can be.
        readers in prop_oneof![4 => Just(0), 1 => MOST_READERS - 2..=MOST_READERS],
        ops in prop::collection::vec(prop::sample::select(OPS), 0..60),
    ) {
        let scope = if shared { Scope::Shared } else { Scope::Process };
        let lock = RswLock::new(scope, Preference::from_number(preference));
        // Some readers are not counted in the state then.
        let biased = std::env::var_os("RSWLOCK_BIAS").is_some_and(|bias| bias == "on");
        prop_assume!(readers == 0 || !biased);
        let mut model = Model { readers, seeker: false, writer: false };
        let state = state(&lock);
        state.store(model.state(), SeqCst);
        for op in ops {
            let After::Answers(answer, next) = model.after(op) else {
                continue;
            };
            prop_assert_eq!(do_it(&lock, op), answer, "{:?} with {:?} inside", op, model);
            model = next;
            if !biased {
                prop_assert_eq!(state.load(SeqCst), model.state(), "after {:?}", op);
            }
            prop_assert_eq!(lock.is_in_use(), model.state() != 0);
        }
    }
}
