/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Timed takes: 0 when granted, ETIMEDOUT when the deadline on CLOCK_MONOTONIC
 * has passed, never before it, and then nothing of the attempt is left in the
 * word: not a count, and nobody held back by a claim that was given up.
 */
#include <rswlock.h>

#include "waiter.h"

/* A time-out is never early; how late it comes is up to the scheduler. */
#define LATEST_MS 2000

#include "width32.h"
#include "timed.inc.h"
#include "width64.h"
#include "timed.inc.h"

int main(void)
{
    all_32(2);
    all_64(1);
    puts("timed: ok");
    return 0;
}
