// SPDX-License-Identifier: MIT OR Apache-2.0
//! A list of who is inside, for threads that assert it.
#![allow(dead_code, reason = "not every test has every role")]

use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

/// Who is inside, one count each; checked by everybody on the way in.
#[derive(Default)]
pub struct Inside {
    readers: AtomicU32,
    seekers: AtomicU32,
    writers: AtomicU32,
    atomics: AtomicU32,
    joined: AtomicU32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Reader,
    Seeker,
    Writer,
    Atomic,
    Joined,
}

impl Inside {
    fn of(&self, role: Role) -> &AtomicU32 {
        match role {
            Role::Reader => &self.readers,
            Role::Seeker => &self.seekers,
            Role::Writer => &self.writers,
            Role::Atomic => &self.atomics,
            Role::Joined => &self.joined,
        }
    }

    /// Is inside for a moment and looks around twice.
    pub fn visit(&self, role: Role) {
        self.of(role).fetch_add(1, SeqCst);
        self.look_around(role);
        std::hint::spin_loop();
        self.look_around(role);
        self.of(role).fetch_sub(1, SeqCst);
    }

    fn look_around(&self, role: Role) {
        use Role::{Atomic, Joined, Reader, Seeker, Writer};
        let allowed = |other: Role| match (role, other) {
            (Reader, Reader) | (Atomic, Atomic) | (Joined, Joined) => u32::MAX,
            (Reader, Seeker) => 1,
            (Seeker, Reader) => u32::MAX,
            (Seeker, Seeker) | (Writer, Writer) => 1,
            _ => 0,
        };
        for other in [Reader, Seeker, Writer, Atomic, Joined] {
            let there = self.of(other).load(SeqCst);
            if there > allowed(other) {
                // Not a panic: it would leave the lock held, and the others
                // waiting for it for ever.
                eprintln!("{role:?} with {there} {other:?} inside");
                std::process::abort();
            }
        }
    }
}
