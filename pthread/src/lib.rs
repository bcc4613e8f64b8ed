// SPDX-License-Identifier: MIT OR Apache-2.0
//! `pthread_rwlock_*` on rswlock, for LD_PRELOAD or to be linked before libc.
//!
//! Every name under which a program can reach a read-write lock of glibc, and
//! nothing else: a name left to glibc would be a second algorithm on the same
//! bytes. No algorithm here: argument checks, in glibc's order, and error
//! numbers. Unversioned, so a reference to whatever version of a name is
//! satisfied.

#![no_std]
#![allow(
    clippy::missing_safety_doc,
    reason = "POSIX states what its functions expect"
)]

mod attributes;
mod lock;
mod names;
