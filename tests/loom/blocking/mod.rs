// SPDX-License-Identifier: MIT OR Apache-2.0
//! The blocking lock. loom reports a thread that sleeps for ever as a deadlock,
//! so each of these also looks for lost wake-ups.
//!
//! Nobody spins. A sleep that may end by itself (a deadline, a new reader's
//! patience) does so at any moment, also just after it was chosen to be woken.
//! The clock is one of three; see [`Time`].

mod behind;
mod biased;
mod lifetime;
mod scripts;
mod together;
mod turns;
mod two;

use rswlock::lock::model::{Time, set_time};
use rswlock::lock::{Preference, RswLock};
use rswlock::park::Scope;

use super::house::{Lock, Script, explore};

/// One type for each preference, so that scripts need no arguments.
pub struct Blocking<const PREFERENCE: u32>(pub RswLock);

impl<const PREFERENCE: u32> Lock for Blocking<PREFERENCE> {
    fn free() -> Self {
        Self(RswLock::new(
            Scope::Process,
            Preference::from_number(PREFERENCE),
        ))
    }

    fn check_free(&self) {
        assert!(!self.0.is_in_use(), "somebody is left in the lock");
        // Nothing that is left keeps anybody out.
        assert!(self.0.try_w().is_ok());
        assert!(self.0.drop_any().is_ok());
        assert!(self.0.try_s().is_ok());
        assert!(self.0.try_r().is_ok());
    }
}

const READERS: u32 = Preference::Readers as u32;
const WRITERS: u32 = Preference::Writers as u32;
const STRICT: u32 = Preference::WritersNonrecursive as u32;
const FAIR: u32 = Preference::Fair as u32;

const TIMES: [Time; 3] = [Time::Short, Time::Middle, Time::Long];

/// Explores the scripts with each of the clocks.
fn at_all_times<const P: u32>(scripts: &[Script<Blocking<P>>], preemptions: usize) {
    for time in TIMES {
        set_time(time);
        explore(scripts, Some(preemptions));
    }
}
