// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a library without std has to bring for panics.
//!
//! Nothing that C can call panics: the release build is searched for panic
//! paths. In a debug build arithmetic is checked, and then a panic is a bug of
//! ours: it aborts, it never unwinds into C.

#[panic_handler]
fn abort(_: &core::panic::PanicInfo<'_>) -> ! {
    // SAFETY: abort has no preconditions.
    unsafe { libc::abort() }
}

// The unwind tables of libcore name this function as soon as one panic path is
// linked, and nothing else defines it in a program without std. Weak and
// hidden: it is not exported and gives way to std's own.
core::arch::global_asm!(
    ".weak rust_eh_personality",
    ".hidden rust_eh_personality",
    ".type rust_eh_personality, %function",
    "rust_eh_personality:",
    ".byte 0, 0, 0, 0",
    ".size rust_eh_personality, . - rust_eh_personality",
);
