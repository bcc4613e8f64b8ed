// SPDX-License-Identifier: MIT OR Apache-2.0
//! The same check for many things, as many at a time as there are CPUs.

use std::fmt::Display;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Runs `check` for each item.
///
/// # Panics
///
/// If any of them fails, after all have run, with what each of them said.
pub fn all<T: Display + Sync>(items: &[T], check: impl Fn(&T) -> Result<(), String> + Sync) {
    assert!(!items.is_empty(), "nothing to check");
    let failures = Mutex::new(Vec::new());
    let next = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(1, |count| count.get());
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(why) = check(item) {
                        let failure = format!("== {item} ==\n{why}");
                        failures.lock().expect("no check panics here").push(failure);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no check panics here");
    assert!(
        failures.is_empty(),
        "{} of {} failed:\n{}",
        failures.len(),
        items.len(),
        failures.join("\n")
    );
}
