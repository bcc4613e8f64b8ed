// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random sequences of operations against a model that counts who is inside.
//!
//! Up to four actors take turns. After each step the word must have exactly the
//! value that the counts give, and each `try_` must succeed exactly when the
//! compatibility matrix says so. Operations that could wait are made only when
//! the model says that they need not; if one waits all the same the test hangs.
#![cfg(not(loom))]

use proptest::prelude::*;
use rswlock::atomics::{AtomicU32, AtomicU64, Cell};
use rswlock::word::RswWord;

/// What an actor holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hold {
    Nothing,
    R,
    S,
    W,
    A,
    J,
    C,
}

/// The operations, for whichever actor may do them.
#[derive(Clone, Copy, Debug)]
enum Op {
    Try(Hold),
    Take(Hold),
    TakeUntil(Hold),
    Drop,
    Stow,
    Wtos,
    Wtor,
    Stor,
    TryRtos,
    TryRtow,
    Ator,
    TryRtoa,
    Rtoj,
    Jtoc,
    Rtoc,
    Ctoa,
    Atoj,
}

const HOLDS: [Hold; 5] = [Hold::R, Hold::S, Hold::W, Hold::A, Hold::J];
const MOVES: [Op; 13] = [
    Op::Drop,
    Op::Stow,
    Op::Wtos,
    Op::Wtor,
    Op::Stor,
    Op::TryRtos,
    Op::TryRtow,
    Op::Ator,
    Op::TryRtoa,
    Op::Rtoj,
    Op::Jtoc,
    Op::Rtoc,
    Op::Ctoa,
];

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        3 => prop::sample::select(&HOLDS[..]).prop_map(Op::Try),
        2 => prop::sample::select(&HOLDS[..]).prop_map(Op::Take),
        1 => prop::sample::select(&HOLDS[..3]).prop_map(Op::TakeUntil),
        6 => prop::sample::select(&MOVES[..]),
        1 => Just(Op::Atoj),
    ]
}

/// Who is inside: the actors, readers that stay throughout, and the signal.
struct Model {
    actors: [Hold; 4],
    /// Readers without an actor, to bring the R count near its limit.
    staying: u64,
    /// Claiming has begun and somebody is still in R.
    started: bool,
    app: u64,
    r_limit: u64,
    /// Position of the S field.
    half: u32,
}

impl Model {
    fn count(&self, hold: Hold) -> u64 {
        let actors = self.actors.iter().filter(|&&held| held == hold).count() as u64;
        actors + if hold == Hold::R { self.staying } else { 0 }
    }

    fn none_of(&self, holds: &[Hold]) -> bool {
        holds.iter().all(|&hold| self.count(hold) == 0)
    }

    /// Units of R.
    fn r_units(&self) -> u64 {
        [Hold::R, Hold::S, Hold::W, Hold::J, Hold::C]
            .iter()
            .map(|&hold| self.count(hold))
            .sum()
    }

    /// Units of W.
    fn w_units(&self) -> u64 {
        [Hold::W, Hold::A, Hold::J, Hold::C]
            .iter()
            .map(|&hold| self.count(hold))
            .sum()
    }

    fn word(&self) -> u64 {
        let s = self.count(Hold::S) + self.count(Hold::W) + u64::from(self.started);
        self.app | self.r_units() << 2 | s << self.half | self.w_units() << (self.half + 2)
    }

    /// Whether an actor without a hold may have this one at once.
    fn admits(&self, hold: Hold) -> bool {
        use Hold::{A, C, J, R, S, W};
        match hold {
            R => self.none_of(&[W, A, J, C]) && self.r_units() < self.r_limit,
            S => self.none_of(&[S, W, A, J, C]) && self.r_units() < self.r_limit,
            A => self.none_of(&[R, S, W, J, C]),
            W | J => self.none_of(&[R, S, W, A, J, C]),
            Hold::Nothing | C => unreachable!("not a way in"),
        }
    }

    /// What the operation turns the actor's hold into, if it may be done now;
    /// with a `try_` that must fail, the hold itself.
    fn after(&self, actor: usize, op: Op) -> Option<Hold> {
        use Hold::{A, C, J, Nothing, R, S, W};
        let held = self.actors[actor];
        let alone_in_r = self.r_units() == 1;
        // The other readers, if any, have joined.
        let all_join = self.count(R) == 1 && self.none_of(&[S]);
        let succeeds = |ok: bool, hold: Hold| Some(if ok { hold } else { held });
        let needs = |ok: bool, hold: Hold| ok.then_some(hold);
        match (op, held) {
            (Op::Try(hold) | Op::TakeUntil(hold), Nothing) => succeeds(self.admits(hold), hold),
            (Op::Take(hold), Nothing) => needs(self.admits(hold), hold),
            (Op::Drop, R | S | W | A | J | C) => Some(Nothing),
            (Op::Stow, S) => needs(alone_in_r, W),
            (Op::Wtos, W) => Some(S),
            (Op::Wtor, W) | (Op::Stor, S) => Some(R),
            (Op::TryRtos, R) => succeeds(self.none_of(&[S, J]), S),
            (Op::TryRtow, R) => succeeds(alone_in_r, W),
            (Op::TryRtoa, R) => succeeds(alone_in_r, A),
            (Op::Ator, A) => needs(self.w_units() == 1, R),
            (Op::Atoj, A) => Some(J),
            (Op::Rtoj, R) => needs(all_join, J),
            (Op::Rtoc, R) => needs(all_join, C),
            (Op::Jtoc, J) => needs(self.started || self.none_of(&[R, A]), C),
            (Op::Ctoa, C) => needs(alone_in_r, A),
            _ => None,
        }
    }

    fn set(&mut self, actor: usize, hold: Hold) {
        self.actors[actor] = hold;
        let joined = self.count(Hold::J) + self.count(Hold::C);
        self.started = (self.started || hold == Hold::C) && joined > 0;
    }
}

/// Does the operation for real; false is the answer of a `try_` that failed.
fn perform<C: Cell>(lock: &RswWord<C>, held: Hold, op: Op) -> bool {
    use Hold::{A, C, J, Nothing, R, S, W};
    match op {
        Op::Try(R) => return lock.try_r(),
        Op::Try(S) => return lock.try_s(),
        Op::Try(W) => return lock.try_w(),
        Op::Try(A) => return lock.try_a(),
        Op::Try(J) => return lock.try_j(),
        Op::Take(R) => lock.take_r(),
        Op::Take(S) => lock.take_s(),
        Op::Take(W) => lock.take_w(),
        Op::Take(A) => lock.take_a(),
        Op::Take(J) => lock.take_j(),
        // A deadline long past: an attempt and, where it fails, a claim that is
        // taken back.
        Op::TakeUntil(R) => return lock.take_r_until(1).is_ok(),
        Op::TakeUntil(S) => return lock.take_s_until(1).is_ok(),
        Op::TakeUntil(W) => return lock.take_w_until(1).is_ok(),
        Op::Drop => match held {
            R => lock.drop_r(),
            S => lock.drop_s(),
            W => lock.drop_w(),
            A => lock.drop_a(),
            J => lock.drop_j(),
            C => lock.drop_c(),
            Nothing => unreachable!("the model allows no such drop"),
        },
        Op::Stow => lock.stow(),
        Op::Wtos => lock.wtos(),
        Op::Wtor => lock.wtor(),
        Op::Stor => lock.stor(),
        Op::TryRtos => return lock.try_rtos(),
        Op::TryRtow => return lock.try_rtow(),
        Op::Ator => lock.ator(),
        Op::TryRtoa => return lock.try_rtoa(),
        Op::Rtoj => lock.rtoj(),
        Op::Jtoc => lock.jtoc(),
        Op::Rtoc => lock.rtoc(),
        Op::Ctoa => lock.ctoa(),
        Op::Atoj => lock.atoj(),
        Op::Try(_) | Op::Take(_) | Op::TakeUntil(_) => unreachable!("not a way in"),
    }
    true
}

/// Runs a sequence on a word of type `C`.
fn run<C: Cell>(
    cell: impl Fn(u64) -> C,
    app: u64,
    near_limit: bool,
    steps: &[(usize, Op)],
) -> Result<(), TestCaseError> {
    let half = C::BITS / 2;
    let r_limit = (1 << (half - 2)) - 1;
    let mut model = Model {
        actors: [Hold::Nothing; 4],
        staying: if near_limit { r_limit - 2 } else { 0 },
        started: false,
        app,
        r_limit,
        half,
    };
    let lock = RswWord::new(cell(model.word()));
    let read = || lock.wait_unlock(0);
    for &(actor, op) in steps {
        let held = model.actors[actor];
        let Some(hold) = model.after(actor, op) else {
            continue;
        };
        let done = perform(&lock, held, op);
        prop_assert_eq!(
            done,
            hold != held,
            "{:?} of {:?} among {:?}",
            op,
            held,
            model.actors
        );
        model.set(actor, hold);
        prop_assert_eq!(read(), model.word(), "{:?} by {:?}", op, held);
        // Plain readers, the seeker and the writers are told apart.
        prop_assert_eq!(lock.readers(), model.count(Hold::R));
        prop_assert_eq!(lock.seeker(), model.count(Hold::S) == 1);
        prop_assert_eq!(lock.writer(), model.w_units() > 0);
        prop_assert_eq!(lock.last_writer(), model.w_units() <= 1);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn words_follow_the_model(
        app in 0u64..4,
        near_limit in any::<bool>(),
        steps in prop::collection::vec((0usize..4, op()), 1..60),
    ) {
        run(|word| AtomicU32::new(word as u32), app, near_limit, &steps)?;
        run(AtomicU64::new, app, near_limit, &steps)?;
    }
}
