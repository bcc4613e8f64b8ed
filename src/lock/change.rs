// SPDX-License-Identifier: MIT OR Apache-2.0
//! From one way of being inside to another, without leaving.

use super::bias::Entry;
use super::state::{BIASED, Left, SEEKER, State, UPGRADE, WRITER, class};
use super::wait::Wait;
use super::{Outcome, Refusal, RswLock};
use crate::atomics::Ordering::Relaxed;

impl RswLock {
    /// S to W; waits for the readers inside, keeps new ones out meanwhile, and
    /// always ends.
    pub fn stow(&self) -> Outcome {
        let mut wait = Wait::new(None);
        loop {
            let seen = self.look();
            if !seen.has(SEEKER) {
                return Err(Refusal::NotHeld);
            }
            let inside = self.wait_for_readers(seen);
            if inside.readers() == 0 {
                let next = seen.without(SEEKER | UPGRADE).with_writer();
                if let Entry::In = self.enter_w(seen, next, inside) {
                    self.owner.set(self.scope());
                    return Ok(());
                }
                continue;
            }
            if wait.spin() {
                continue;
            }
            let next = seen.with(UPGRADE);
            // Relaxed: only says that we sleep, as in `wait_for_w`.
            if next == seen || self.step(seen, next, Relaxed).is_ok() {
                let limit = next.has(BIASED).then(|| wait.poll_ns());
                wait.sleep(self, next, class::UPGRADER, limit);
            }
        }
    }

    /// W to S: readers may come in.
    pub fn wtos(&self) -> Outcome {
        self.downgrade(WRITER, |seen| Ok(seen.without(WRITER).with(SEEKER)))
    }

    /// W to R: readers and a seeker may come in.
    pub fn wtor(&self) -> Outcome {
        self.downgrade(WRITER, |seen| seen.without(WRITER).with_reader())
    }

    /// S to R: another seeker may come in.
    pub fn stor(&self) -> Outcome {
        self.downgrade(SEEKER, |seen| seen.without(SEEKER).with_reader())
    }

    fn downgrade(&self, from: u64, change: impl Fn(State) -> Result<State, Refusal>) -> Outcome {
        let left = if from == WRITER {
            Left::Writer
        } else {
            Left::Other
        };
        let mut seen = self.look();
        while seen.has(from) {
            let next = change(seen)?;
            if from == WRITER {
                self.owner.clear();
            }
            match self.leave(seen, next, left) {
                Ok(()) => return Ok(()),
                Err(found) => seen = found,
            }
        }
        Err(Refusal::NotHeld)
    }

    /// R to S if there is no seeker. After a failure R is still held: give it
    /// back before waiting for anything.
    pub fn try_rtos(&self) -> Outcome {
        loop {
            let seen = self.look();
            let counted = seen.readers() > 0;
            if !counted && self.glance_inside(seen).readers() <= 0 && !self.has_readers() {
                return Err(Refusal::NotHeld);
            }
            if seen.has(SEEKER) {
                return Err(Refusal::Busy);
            }
            let next = if counted { seen.without_reader() } else { seen };
            if self.enter(seen, next.with(SEEKER)).is_ok() {
                return if counted { Ok(()) } else { self.drop_r() };
            }
        }
    }

    /// R to W if nobody else is inside. After a failure R is still held: give it
    /// back before waiting for anything.
    pub fn try_rtow(&self) -> Outcome {
        loop {
            let seen = self.look();
            // A look at slots comes first that does not close the bias in vain.
            let readers = self.glance_inside(seen).readers();
            if readers > 1 || readers == 1 && seen.has(SEEKER) {
                return Err(Refusal::Busy);
            }
            if seen.has(SEEKER) {
                let held = self.has_readers();
                return Err(if held {
                    Refusal::Busy
                } else {
                    Refusal::NotHeld
                });
            }
            let inside = self.wait_for_readers(seen);
            match inside.readers() {
                1 => {}
                2.. => return Err(Refusal::Busy),
                _ if self.has_readers() => continue,
                _ => return Err(Refusal::NotHeld),
            }
            if let Entry::In = self.enter_w(seen, seen.with_writer(), inside) {
                self.owner.set(self.scope());
                return Ok(());
            }
        }
    }
}
