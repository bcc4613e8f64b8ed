/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/**
 * @file
 * The operations, compiled into the caller as far as nobody has to wait.
 *
 * These are the C twins of src/word: the same transitions, tests and orders.
 * What a word in memory may look like is therefore a binary interface between
 * all programs that share a lock, whatever version they were compiled with.
 */
#ifndef RSWLOCK_INLINE_H
#define RSWLOCK_INLINE_H

#include "rswlock/abi.h"
#include "rswlock/layout.h"

#define RSW_WORD     rsw32_t
#define RSW_FN(name) rsw32_##name
#define RSW_BIT(name) RSW32_##name
#include "rswlock/word.inc.h"

#define RSW_WORD     rsw64_t
#define RSW_FN(name) rsw64_##name
#define RSW_BIT(name) RSW64_##name
#include "rswlock/word.inc.h"

#endif /* RSWLOCK_INLINE_H */
