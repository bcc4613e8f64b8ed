// SPDX-License-Identifier: MIT OR Apache-2.0
//! The lock words.
//!
//! One list for both widths. Each line names the method, and the functions that
//! C sees under it.

use super::call::word_calls;
use crate::word::{RswWord32, RswWord64};

/// Bits of a 32-bit word that the program may use; kept by every operation.
pub const RSW32_APP: u32 = 0x0000_0003;
/// One unit of the R field.
pub const RSW32_R_ONE: u32 = 0x0000_0004;
/// The R field: readers, and everybody else who must be gone for a writer.
pub const RSW32_R_ANY: u32 = 0x0000_fffc;
/// One unit of the S field.
pub const RSW32_S_ONE: u32 = 0x0001_0000;
/// The S field: the seeker or writer; the start signal of C.
pub const RSW32_S_ANY: u32 = 0x0003_0000;
/// One unit of the W field.
pub const RSW32_W_ONE: u32 = 0x0004_0000;
/// The W field: who writes or waits to write.
pub const RSW32_W_ANY: u32 = 0xfffc_0000;

/// Bits of a 64-bit word that the program may use; kept by every operation.
pub const RSW64_APP: u64 = 0x0000_0000_0000_0003;
/// One unit of the R field.
pub const RSW64_R_ONE: u64 = 0x0000_0000_0000_0004;
/// The R field: readers, and everybody else who must be gone for a writer.
pub const RSW64_R_ANY: u64 = 0x0000_0000_ffff_fffc;
/// One unit of the S field.
pub const RSW64_S_ONE: u64 = 0x0000_0001_0000_0000;
/// The S field: the seeker or writer; the start signal of C.
pub const RSW64_S_ANY: u64 = 0x0000_0003_0000_0000;
/// One unit of the W field.
pub const RSW64_W_ONE: u64 = 0x0000_0004_0000_0000;
/// The W field: who writes or waits to write.
pub const RSW64_W_ANY: u64 = 0xffff_fffc_0000_0000;

const _: () = {
    use crate::word::Layout;
    let l = Layout::of(32);
    assert!(RSW32_APP as u64 == l.app);
    assert!(RSW32_R_ONE as u64 == l.r_one && RSW32_R_ANY as u64 == l.r_any);
    assert!(RSW32_S_ONE as u64 == l.s_one && RSW32_S_ANY as u64 == l.s_any);
    assert!(RSW32_W_ONE as u64 == l.w_one && RSW32_W_ANY as u64 == l.w_any);
    let l = Layout::of(64);
    assert!(RSW64_APP == l.app);
    assert!(RSW64_R_ONE == l.r_one && RSW64_R_ANY == l.r_any);
    assert!(RSW64_S_ONE == l.s_one && RSW64_S_ANY == l.s_any);
    assert!(RSW64_W_ONE == l.w_one && RSW64_W_ANY == l.w_any);
};

const _: () = assert!(size_of::<RswWord32>() == 4 && align_of::<RswWord32>() == 4);
const _: () = assert!(size_of::<RswWord64>() == 8 && align_of::<RswWord64>() == 8);

word_calls! {
    /// Takes R if no writer is inside or waiting; true if it did.
    bool try_r: rsw32_try_r, rsw64_try_r;
    /// Takes R; waits for writers.
    void take_r: rsw32_take_r, rsw64_take_r;
    /// Takes R by CLOCK_MONOTONIC time deadline (ns): 0, or ETIMEDOUT. A lock
    /// that can be taken at once is taken even if the deadline has passed.
    timed take_r_until: rsw32_take_r_until, rsw64_take_r_until;
    /// Gives R back.
    void drop_r: rsw32_drop_r, rsw64_drop_r;

    /// Takes S if no seeker and no writer is inside or waiting; true if it did.
    bool try_s: rsw32_try_s, rsw64_try_s;
    /// Takes S; waits for the seeker and for writers.
    void take_s: rsw32_take_s, rsw64_take_s;
    /// Takes S by CLOCK_MONOTONIC time deadline (ns): 0, or ETIMEDOUT.
    timed take_s_until: rsw32_take_s_until, rsw64_take_s_until;
    /// Gives S back.
    void drop_s: rsw32_drop_s, rsw64_drop_s;

    /// Takes W if nobody is inside or waiting; true if it did. Never waits.
    bool try_w: rsw32_try_w, rsw64_try_w;
    /// The same as try_w, under plock's name for it.
    bool try_w: rsw32_try_w_nowait, rsw64_try_w_nowait;
    /// Takes W; waits for all inside, and keeps newcomers out meanwhile.
    void take_w: rsw32_take_w, rsw64_take_w;
    /// Takes W by CLOCK_MONOTONIC time deadline (ns): 0, or ETIMEDOUT and the
    /// word is as if it had never been asked for.
    timed take_w_until: rsw32_take_w_until, rsw64_take_w_until;
    /// Gives W back.
    void drop_w: rsw32_drop_w, rsw64_drop_w;

    /// Takes A if only A are inside; true if it did.
    bool try_a: rsw32_try_a, rsw64_try_a;
    /// Takes A; waits for all but A. Readers inside are waited for with a claim
    /// that keeps new ones out.
    void take_a: rsw32_take_a, rsw64_take_a;
    /// Gives A back.
    void drop_a: rsw32_drop_a, rsw64_drop_a;

    /// Takes J alone if nobody is inside or waiting; true if it did.
    bool try_j: rsw32_try_j, rsw64_try_j;
    /// Takes J alone; waits for all inside.
    void take_j: rsw32_take_j, rsw64_take_j;
    /// Gives J back.
    void drop_j: rsw32_drop_j, rsw64_drop_j;

    /// S to W; waits for the readers inside. Always ends.
    void stow: rsw32_stow, rsw64_stow;
    /// W to S: readers may come in.
    void wtos: rsw32_wtos, rsw64_wtos;
    /// W to R: readers and a seeker may come in.
    void wtor: rsw32_wtor, rsw64_wtor;
    /// S to R: another seeker may come in.
    void stor: rsw32_stor, rsw64_stor;
    /// R to S if there is no seeker and no writer; true if it did. After a
    /// failure R is still held: drop it before waiting for anything.
    bool try_rtos: rsw32_try_rtos, rsw64_try_rtos;
    /// R to W if nobody else is inside; true if it did. After a failure R is
    /// still held: drop it before waiting for anything. Never waits.
    bool try_rtow: rsw32_try_rtow, rsw64_try_rtow;

    /// A to R; waits until the other A and J are gone or did the same.
    void ator: rsw32_ator, rsw64_ator;
    /// R to A if no other reader, seeker or writer is inside; true if it did.
    /// After a failure R is still held: drop it before waiting. Never waits.
    bool try_rtoa: rsw32_try_rtoa, rsw64_try_rtoa;
    /// A to J: gives up writing until the claim begins; other A may still be
    /// inside until then.
    void atoj: rsw32_atoj, rsw64_atoj;
    /// R to J; waits until all other readers have left or joined. Not for locks
    /// that are also taken for S or W: a seeker's upgrade and a join would wait
    /// for each other.
    void rtoj: rsw32_rtoj, rsw64_rtoj;
    /// J to C: gives the signal to start, unless it was given.
    void jtoc: rsw32_jtoc, rsw64_jtoc;
    /// R to C in one step: rtoj and jtoc.
    void rtoc: rsw32_rtoc, rsw64_rtoc;
    /// C to A; waits until nobody claims any more.
    void ctoa: rsw32_ctoa, rsw64_ctoa;
    /// Gives C back.
    void drop_c: rsw32_drop_c, rsw64_drop_c;
    /// For a holder of A, J or C: true if nobody else holds or awaits one.
    ask last_writer: rsw32_last_writer, rsw64_last_writer;

    /// Waits until all bits of value are zero in the word, which it returns.
    wait wait_unlock: rsw32_wait_unlock, rsw64_wait_unlock;
    /// Waits until the word is not value; returns what it is then.
    wait wait_new: rsw32_wait_new, rsw64_wait_new;

    /// Number of plain readers inside: a snapshot. While a writer waits it may
    /// be one too low.
    count readers: rsw32_readers, rsw64_readers;
    /// Whether a seeker is inside: a snapshot.
    ask seeker: rsw32_seeker, rsw64_seeker;
    /// Whether new readers are kept out, because W, A, J or C is held or
    /// awaited: a snapshot.
    ask writer: rsw32_writer, rsw64_writer;
}
