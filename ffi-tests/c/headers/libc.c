/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What alone.c includes besides rswlock: for comparison. */
#include <stdbool.h>
#include <stdint.h>

extern uint64_t nothing;
uint64_t nothing = 0;
