// SPDX-License-Identifier: MIT OR Apache-2.0
//! Model checks of the locks.
//!
//! The library's own code runs here on loom's atomics, through every
//! interleaving of small programs and every stale value that the C11 memory
//! model lets a load return. Three things are looked for: two inside who
//! exclude each other, a read of data that the orderings did not make visible,
//! and a program that does not end (loom gives up after a number of steps that
//! a model which ends stays well below).
//!
//! Run with `RUSTFLAGS="--cfg loom" cargo test --release --test loom`.
#![cfg(loom)]

mod blocking;
mod house;
mod joining;
mod neighbour;
mod pairs;
mod timed;
mod triples;
