// SPDX-License-Identifier: MIT OR Apache-2.0
//! Known defects of plock, forced rather than waited for.
//!
//! Each test puts the word into the state in which the defect shows, by hand if
//! the state lasts for a few instructions only, and looks who is let in. All
//! run on both widths.
#![cfg(not(loom))]

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

use rswlock::atomics::{AtomicU32, AtomicU64, Cell, Ordering::AcqRel};
use rswlock::word::RswWord;

/// The fields of a word of type `C`.
struct Units {
    r: u64,
    s: u64,
    w: u64,
}

fn units<C: Cell>() -> Units {
    let half = C::BITS / 2;
    Units {
        r: 1 << 2,
        s: 1 << half,
        w: 1 << (half + 2),
    }
}

/// A word that the test can also change behind the lock's back, as a thread in
/// the middle of an operation would.
struct Shared<C>(std::sync::Arc<C>);

impl<C> Clone for Shared<C> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<C: Cell> Cell for Shared<C> {
    const BITS: u32 = C::BITS;
    fn load(&self, order: rswlock::atomics::Ordering) -> u64 {
        self.0.load(order)
    }
    fn compare_exchange(
        &self,
        current: u64,
        new: u64,
        success: rswlock::atomics::Ordering,
        failure: rswlock::atomics::Ordering,
    ) -> Result<u64, u64> {
        self.0.compare_exchange(current, new, success, failure)
    }
    fn fetch_add(&self, delta: u64, order: rswlock::atomics::Ordering) -> u64 {
        self.0.fetch_add(delta, order)
    }
    fn fetch_sub(&self, delta: u64, order: rswlock::atomics::Ordering) -> u64 {
        self.0.fetch_sub(delta, order)
    }
}

/// Long enough for a waiter that was wrongly let in to show itself, and for one
/// that must not wait to return, on a busy machine.
const A_WHILE: Duration = Duration::from_millis(60);
const FOR_EVER: Duration = Duration::from_secs(20);

/// Ends the test program: after a panic it would wait for the thread that waits
/// for the lock.
fn fail(why: &str) -> ! {
    eprintln!("{why}");
    std::process::abort();
}

fn eventually(what: &str, condition: impl Fn() -> bool) {
    let end = Instant::now() + FOR_EVER;
    while !condition() {
        if Instant::now() > end {
            fail(&format!("{what} did not happen"));
        }
        thread::yield_now();
    }
}

/// Runs `operation` in a thread of its own while `script` drives the word. The
/// script is given a function that tells whether the operation has returned.
fn against<C: Cell + Send + Sync>(
    lock: &RswWord<C>,
    operation: impl FnOnce(&RswWord<C>) + Send,
    script: impl FnOnce(&dyn Fn() -> bool),
) {
    let returned = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            operation(lock);
            returned.store(true, SeqCst);
        });
        script(&|| returned.load(SeqCst));
    });
}

fn still_waits(returned: &dyn Fn() -> bool, why: &str) {
    thread::sleep(A_WHILE);
    if returned() {
        fail(why);
    }
}

macro_rules! both_widths {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            checks::$name(|word| Shared(std::sync::Arc::new(AtomicU32::new(word as u32))));
            checks::$name(|word| Shared(std::sync::Arc::new(AtomicU64::new(word))));
        }
    )*};
}

both_widths! {
    a_writer_waits_for_a_single_reader
    a_parked_writer_keeps_a_out
    a_parked_writer_that_lets_the_seeker_upgrade
    an_a_beside_a_joining_j_is_noticed
    an_a_is_not_taken_for_a_joined_reader
    the_last_j_to_drop_clears_the_signal
    application_bits_hold_nobody_up
    try_does_not_wait_for_readers
    a_full_count_lets_nobody_in
    a_claim_right_after_the_last_a_does_not_hold_up_its_reader
    an_a_that_turns_reader_is_not_taken_for_joined
    a_reader_that_was_an_a_looks_late
    a_timed_writer_takes_its_claim_back
    a_timed_writer_takes_its_parking_back
}

mod checks {
    use super::*;

    /// plock a68f743 (2023-10-02): a writer did not wait for exactly one reader.
    pub fn a_writer_waits_for_a_single_reader<C: Cell + Send + Sync>(
        cell: impl Fn(u64) -> Shared<C>,
    ) {
        let lock = RswWord::new(cell(0));
        lock.take_r();
        against(&lock, RswWord::take_w, |returned| {
            still_waits(returned, "W came in beside the reader");
            lock.drop_r();
            eventually("W", returned);
        });
        lock.drop_w();
    }

    /// plock since b6a2836 (2025-02-07): W parked behind S, S gone, W not yet back in R: A came in.
    pub fn a_parked_writer_keeps_a_out<C: Cell + Send + Sync>(cell: impl Fn(u64) -> Shared<C>) {
        let u = units::<C>();
        let word = cell(u.w + u.s);
        let lock = RswWord::new(word.clone());
        assert!(!lock.try_a());
        against(&lock, RswWord::take_a, |returned| {
            still_waits(returned, "A came in beside the parked writer");
            // The writer comes in, and leaves.
            word.fetch_add(u.r, AcqRel);
            still_waits(returned, "A came in beside the writer");
            lock.drop_w();
            eventually("A", returned);
        });
        lock.drop_a();
        assert_eq!(lock.wait_unlock(0), 0);
    }

    /// The same place: the writer waits its turn, and the seeker's upgrade ends.
    pub fn a_parked_writer_that_lets_the_seeker_upgrade<C: Cell + Send + Sync>(
        cell: impl Fn(u64) -> Shared<C>,
    ) {
        let lock = RswWord::new(cell(0));
        lock.take_s();
        against(&lock, RswWord::take_w, |returned| {
            eventually("the claim", || lock.writer());
            assert!(!lock.try_r() && !lock.try_s() && !lock.try_a());
            assert!(lock.seeker());
            lock.stow();
            still_waits(returned, "two writers");
            lock.wtor();
            assert!(!lock.try_rtos(), "an upgrader overtook the writer");
            still_waits(returned, "W beside a reader");
            lock.drop_r();
            eventually("W", returned);
        });
        lock.drop_w();
        assert_eq!(lock.wait_unlock(0), 0);
    }

    /// plock: an A that entered between J's look and J's claim.
    pub fn an_a_beside_a_joining_j_is_noticed<C: Cell + Send + Sync>(
        cell: impl Fn(u64) -> Shared<C>,
    ) {
        let u = units::<C>();
        let word = cell(u.r);
        let lock = RswWord::new(word.clone());
        against(&lock, RswWord::take_j, |returned| {
            eventually("J's claim", || lock.writer());
            // An A comes as plock's does, by adding; then the reader leaves.
            word.fetch_add(u.w, AcqRel);
            lock.drop_r();
            eventually("J's retreat", || {
                word.load(rswlock::atomics::Ordering::Acquire) == u.w
            });
            still_waits(returned, "J came in beside A");
            lock.drop_a();
            eventually("J", returned);
        });
        lock.drop_j();
        assert_eq!(lock.wait_unlock(0), 0);
    }

    /// plock's doc/upgrade.txt: one who has joined and an A that waits looked
    /// like two who have joined.
    pub fn an_a_is_not_taken_for_a_joined_reader<C: Cell + Send + Sync>(
        cell: impl Fn(u64) -> Shared<C>,
    ) {
        let lock = RswWord::new(cell(0));
        lock.take_r();
        lock.take_r();
        against(&lock, RswWord::take_a, |a_is_in| {
            eventually("A's claim", || lock.writer());
            against(&lock, RswWord::rtoj, |joined| {
                still_waits(joined, "J beside a reader");
                lock.drop_r();
                eventually("J", joined);
            });
            still_waits(a_is_in, "A beside J");
            lock.drop_j();
            eventually("A", a_is_in);
        });
        lock.drop_a();
        assert_eq!(lock.wait_unlock(0), 0);
    }

    /// A J that drops after another has started, as the last one in R, left the
    /// signal behind: the lock stayed closed for S and W.
    pub fn the_last_j_to_drop_clears_the_signal<C: Cell + Send + Sync>(
        cell: impl Fn(u64) -> Shared<C>,
    ) {
        let lock = RswWord::new(cell(0));
        lock.take_r();
        lock.take_r();
        against(&lock, RswWord::rtoj, |joined| {
            lock.rtoj();
            eventually("the other J", joined);
        });
        lock.jtoc();
        lock.drop_c();
        lock.drop_j();
        assert_eq!(lock.wait_unlock(0), 0);
    }

    /// plock: with application bits try_w and try_rtow hung, try_w_nowait always failed.
    pub fn application_bits_hold_nobody_up<C: Cell + Send + Sync>(cell: impl Fn(u64) -> Shared<C>) {
        for app in 0..4 {
            let lock = RswWord::new(cell(app));
            assert!(lock.try_w());
            lock.wtor();
            assert!(lock.try_rtow());
            lock.drop_w();
            assert!(lock.try_a());
            lock.ator();
            assert!(lock.try_rtoa());
            lock.drop_a();
            lock.take_w();
            lock.drop_w();
            lock.take_s();
            lock.stow();
            lock.drop_w();
            lock.take_r();
            lock.rtoc();
            lock.ctoa();
            lock.drop_a();
            assert!(lock.take_w_until(0).is_ok());
            lock.drop_w();
            assert_eq!(lock.wait_unlock(0), app);
        }
    }

    /// plock's try_w, try_rtow, try_a and try_rtoa waited for readers; its
    /// try_j and try_w waited for writers too.
    pub fn try_does_not_wait_for_readers<C: Cell + Send + Sync>(cell: impl Fn(u64) -> Shared<C>) {
        let u = units::<C>();
        for held in [u.r, u.s + u.r, u.w + u.s + u.r, u.w + u.r, u.w + u.s] {
            let lock = RswWord::new(cell(held));
            against(
                &lock,
                |lock| {
                    assert!(!lock.try_w() && !lock.try_j() && !lock.try_a());
                },
                |returned| eventually("the end of try", returned),
            );
            assert_eq!(lock.wait_unlock(0), held);
        }
        // Two readers, one of whom tries for more.
        let lock = RswWord::new(cell(2 * u.r));
        against(
            &lock,
            |lock| assert!(!lock.try_rtow() && !lock.try_rtoa()),
            |returned| eventually("the end of try", returned),
        );
        assert_eq!(lock.wait_unlock(0), 2 * u.r);
    }

    /// plock: counts ran into the neighbouring field; with 16384 readers a
    /// 32-bit lock was granted for writing.
    pub fn a_full_count_lets_nobody_in<C: Cell + Send + Sync>(cell: impl Fn(u64) -> Shared<C>) {
        let u = units::<C>();
        let full_r = u.s - u.r;
        let lock = RswWord::new(cell(full_r));
        assert!(!lock.try_r() && !lock.try_s() && !lock.try_w());
        assert!(lock.take_r_until(1).is_err());
        assert!(lock.take_s_until(1).is_err());
        assert!(lock.take_w_until(1).is_err());
        assert_eq!(lock.wait_unlock(0), full_r);
        for enter in [RswWord::take_r, RswWord::take_s] {
            against(&lock, enter, |returned| {
                still_waits(returned, "a full count let somebody in");
                assert_eq!(lock.wait_unlock(0), full_r);
                lock.drop_r();
                eventually("the next one", returned);
            });
            if lock.seeker() {
                lock.stor();
            }
        }
        let full_w = u.w.wrapping_neg() & (u64::MAX >> (64 - C::BITS));
        let lock = RswWord::new(cell(full_w));
        assert!(!lock.try_a());
        against(&lock, RswWord::take_a, |returned| {
            still_waits(returned, "a full count let an A in");
            assert_eq!(lock.wait_unlock(0), full_w);
            lock.drop_a();
            eventually("the next A", returned);
        });
    }

    /// The claim and the one who waited for W to be zero waited for each other.
    pub fn a_claim_right_after_the_last_a_does_not_hold_up_its_reader<C: Cell + Send + Sync>(
        cell: impl Fn(u64) -> Shared<C>,
    ) {
        let lock = RswWord::new(cell(0));
        lock.take_a();
        lock.take_a();
        against(&lock, RswWord::ator, |is_reader| {
            eventually("the change to R", || {
                lock.wait_unlock(0) & units::<C>().r != 0
            });
            against(&lock, RswWord::take_w, |returned| {
                lock.drop_a();
                eventually("R", is_reader);
                still_waits(returned, "W beside a reader");
                lock.drop_r();
                eventually("W", returned);
            });
        });
        lock.drop_w();
        assert_eq!(lock.wait_unlock(0), 0);
    }

    /// One A inside, one that turns to R and one that is J have as many units of
    /// W as of R, and yet the A is there.
    pub fn an_a_that_turns_reader_is_not_taken_for_joined<C: Cell + Send + Sync>(
        cell: impl Fn(u64) -> Shared<C>,
    ) {
        let u = units::<C>();
        let word = cell(2 * u.w + 2 * u.r + 3 * u.s);
        let lock = RswWord::new(word.clone());
        against(&lock, RswWord::jtoc, |started| {
            still_waits(started, "C beside A");
            lock.drop_a();
            // The reader that was an A sees no A, and leaves; by hand, since
            // it would wait for the J.
            word.fetch_sub(3 * u.s + u.r, AcqRel);
            eventually("C", started);
        });
        lock.drop_c();
        assert_eq!(lock.wait_unlock(0), 0);
    }

    /// One that waited for the last A looks only when a seeker has come, gone on
    /// to upgrade and a writer has parked behind it: it is a reader, and the
    /// seeker waits for it.
    pub fn a_reader_that_was_an_a_looks_late<C: Cell + Send + Sync>(
        cell: impl Fn(u64) -> Shared<C>,
    ) {
        let u = units::<C>();
        let word = cell(2 * u.w);
        let lock = RswWord::new(word.clone());
        against(&lock, RswWord::ator, |is_reader| {
            eventually("the change to R", || {
                word.load(rswlock::atomics::Ordering::Acquire) == u.w + u.r + 3 * u.s
            });
            // The other A leaves, the mark goes, the seeker, the writer and the
            // upgrade come, all at once.
            let after = 2 * u.w + 2 * u.s + 2 * u.r;
            word.fetch_add(after.wrapping_sub(u.w + u.r + 3 * u.s), AcqRel);
            eventually("R", is_reader);
        });
    }

    pub fn a_timed_writer_takes_its_claim_back<C: Cell + Send + Sync>(
        cell: impl Fn(u64) -> Shared<C>,
    ) {
        let lock = RswWord::new(cell(0));
        lock.take_r();
        let before = lock.wait_unlock(0);
        assert!(lock.take_w_until(1).is_err());
        assert_eq!(lock.wait_unlock(0), before);
        assert!(lock.try_r());
    }

    pub fn a_timed_writer_takes_its_parking_back<C: Cell + Send + Sync>(
        cell: impl Fn(u64) -> Shared<C>,
    ) {
        let lock = RswWord::new(cell(0));
        lock.take_s();
        let before = lock.wait_unlock(0);
        assert!(lock.take_w_until(1).is_err());
        assert_eq!(lock.wait_unlock(0), before);
        assert!(lock.try_r());
    }
}
