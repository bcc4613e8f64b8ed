/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Every operation from one thread, with the exact word after each step. The
 * states of several holders are reached by one thread that acts for them all;
 * a lock word does not know who calls.
 */
#include <rswlock.h>

#include "check.h"

/* The lock's neighbours in memory must stay as they are. */
#define GUARD 0x5aa5a55a

#include "width32.h"
#include "words.inc.h"
#include "width64.h"
#include "words.inc.h"

int main(void)
{
    for (unsigned app = 0; app < 4; app++) {
        all_32(app);
        all_64(app);
    }
    puts("words: ok");
    return 0;
}
