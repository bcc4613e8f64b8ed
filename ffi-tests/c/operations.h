/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * All operations on a lock, by the shape of their prototype. The driver checks
 * that this list and the library's exported symbols agree.
 */
#ifndef FFI_TESTS_OPERATIONS_H
#define FFI_TESTS_OPERATIONS_H

/* void f(lock): those that can wait, then those that only let go. */
#define TAKING_OPERATIONS(X) \
    X(take_r) X(take_s) X(take_w) X(take_a) X(take_j) \
    X(stow) X(ator) X(rtoj) X(jtoc) X(rtoc) X(ctoa)
#define RELEASING_OPERATIONS(X) \
    X(drop_r) X(drop_s) X(drop_w) X(drop_a) X(drop_j) X(drop_c) \
    X(wtos) X(wtor) X(stor)
#define VOID_OPERATIONS(X) TAKING_OPERATIONS(X) RELEASING_OPERATIONS(X) X(atoj)

/* bool f(lock) */
#define TRY_OPERATIONS(X) \
    X(try_r) X(try_s) X(try_w) X(try_w_nowait) X(try_a) X(try_j) \
    X(try_rtos) X(try_rtow) X(try_rtoa)

/* int f(lock, deadline) */
#define TIMED_OPERATIONS(X) X(take_r_until) X(take_s_until) X(take_w_until)

/* word f(lock, word) */
#define WAIT_OPERATIONS(X) X(wait_unlock) X(wait_new)

/* bool f(const lock), and word f(const lock) */
#define ASK_OPERATIONS(X) X(last_writer) X(seeker) X(writer)
#define COUNT_OPERATIONS(X) X(readers)

#endif
