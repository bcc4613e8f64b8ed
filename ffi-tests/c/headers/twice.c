/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The header twice, and each of its parts by itself after that. */
#include <rswlock.h>
#include <rswlock.h>
#include <rswlock/abi.h>
#include <rswlock/arch.h>
#include <rswlock/generic.h>
#include <rswlock/layout.h>
#ifdef RSWLOCK_NO_INLINE
#include <rswlock/calls.h>
#else
#include <rswlock/inline.h>
#endif
#include <rswlock.h>

extern rsw64_t twice;
rsw64_t twice = 0;
