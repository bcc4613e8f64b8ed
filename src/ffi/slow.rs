// SPDX-License-Identifier: MIT OR Apache-2.0
//! The halves of the operations that wait, for `inline.h`.
//!
//! A program does not call these itself. The ways in do the whole operation,
//! for a lock that the inline half found not to be free; of the changes of
//! state, `stow` and `ctoa` only wait, the inline half having changed
//! the word.

use super::call::word_calls;

word_calls! {
    /// The waiting halves of the inline operations; not for programs.
    void take_r_slow: rsw32_take_r_slow, rsw64_take_r_slow;
    void take_s_slow: rsw32_take_s_slow, rsw64_take_s_slow;
    void take_w_slow: rsw32_take_w_slow, rsw64_take_w_slow;
    timed take_r_until_slow: rsw32_take_r_until_slow, rsw64_take_r_until_slow;
    timed take_s_until_slow: rsw32_take_s_until_slow, rsw64_take_s_until_slow;
    timed take_w_until_slow: rsw32_take_w_until_slow, rsw64_take_w_until_slow;
    void take_a_slow: rsw32_take_a_slow, rsw64_take_a_slow;
    void take_j_slow: rsw32_take_j_slow, rsw64_take_j_slow;
    void stow_slow: rsw32_stow_slow, rsw64_stow_slow;
    void ator_slow: rsw32_ator_slow, rsw64_ator_slow;
    void rtoj_slow: rsw32_rtoj_slow, rsw64_rtoj_slow;
    void jtoc_slow: rsw32_jtoc_slow, rsw64_jtoc_slow;
    void rtoc_slow: rsw32_rtoc_slow, rsw64_rtoc_slow;
    void ctoa_slow: rsw32_ctoa_slow, rsw64_ctoa_slow;
    wait wait_unlock: rsw32_wait_unlock_slow, rsw64_wait_unlock_slow;
    wait wait_new: rsw32_wait_new_slow, rsw64_wait_new_slow;
}
