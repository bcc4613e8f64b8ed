/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/**
 * @file
 * Static initialisers of rswlock_t. abi.h declares its functions.
 */
#ifndef RSWLOCK_LOCK_H
#define RSWLOCK_LOCK_H

#include "rswlock/abi.h"

/** A free lock with one of RSWLOCK_PREFER_* or RSWLOCK_FAIR. */
#define RSWLOCK_INIT_WITH(preference) { { 0, 0, 0, 0, 0, 0 }, (preference), 0 }

/** A free lock; the same as zero bytes. */
#define RSWLOCK_INIT RSWLOCK_INIT_WITH(RSWLOCK_PREFER_READERS)

#endif /* RSWLOCK_LOCK_H */
