/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/**
 * @file
 * rswlock: lock words for C and C++ programs.
 *
 * A lock is an integer, rsw32_t or rsw64_t, that starts as zero:
 *
 *     static rsw64_t lock;
 *
 *     rsw64_take_r(&lock);      // or rsw_take_r(&lock) in C11 and C++
 *     ... read ...
 *     rsw64_drop_r(&lock);
 *
 * What the states R, S, W, A, J and C allow is told in rswlock(7). By default
 * the uncontended path of each operation is compiled into the caller and only
 * waiting calls the library. Define RSWLOCK_NO_INLINE before including this
 * for plain calls; both forms work on one lock at the same time.
 *
 * All functions that take a lock expect a pointer that is not NULL, is aligned
 * to the word's size, and points to a word that lives during the call and is
 * changed by these functions (or plock's) alone; but for the two low bits, which
 * the program may change by atomic operations. Anything else is undefined; a
 * debug build of the library aborts with a message on NULL and on misaligned
 * pointers that reach it.
 *
 * Needs C99 or C++11, and the __atomic builtins of GCC or Clang.
 */
#ifndef RSWLOCK_H
#define RSWLOCK_H

#include <stdint.h>
#ifndef __cplusplus
#include <stdbool.h>
#endif

#include "rswlock/abi.h"
#include "rswlock/arch.h"
#include "rswlock/layout.h"
#include "rswlock/lock.h"

#ifdef RSWLOCK_NO_INLINE
#include "rswlock/calls.h"
#else
#include "rswlock/inline.h"
#endif

#include "rswlock/generic.h"

#endif /* RSWLOCK_H */
