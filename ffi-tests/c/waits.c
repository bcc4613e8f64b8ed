/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Who has to wait for whom: for every holder, each take_ that the matrix
 * forbids is called by a thread, must still be inside its call a while later,
 * and must return once the holder has left. The same for the changes of state
 * that wait for others.
 *
 * "One reader is inside, a writer comes" is the row of plock's major bug of
 * 2023; the parked writer and A beside J are the rows of its open defects.
 */
#include <rswlock.h>

#include "waiter.h"

struct row {
    const char *held;
    unsigned r, s, w;
    const char *waiting; /* which of r s w a j must wait; the others get in */
};

static const struct row rows[] = {
    { "nobody", 0, 0, 0, "" },
    { "one reader", 1, 0, 0, "waj" },
    { "two readers", 2, 0, 0, "waj" },
    { "a seeker", 1, 1, 0, "swaj" },
    { "a writer", 1, 1, 1, "rswaj" },
    { "a writer waiting for a reader", 2, 1, 1, "rswaj" },
    { "a writer parked, the seeker gone", 0, 1, 1, "rswaj" },
    { "one atomic", 0, 0, 1, "rswj" },
    { "two atomics", 0, 0, 2, "rswj" },
    { "two joined", 2, 0, 2, "rswaj" },
    { "one joining, one reader", 2, 0, 1, "rswaj" },
    { "two claiming", 2, 1, 2, "rswaj" },
    { "one claiming, one on its way to A", 1, 1, 2, "rswaj" },
};

#include "width32.h"
#include "waits.inc.h"
#include "width64.h"
#include "waits.inc.h"

int main(void)
{
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        newcomers_32(&rows[i], i & 3);
        newcomers_64(&rows[i], ~i & 3);
    }
    changes_32(1);
    changes_64(2);
    puts("waits: ok");
    return 0;
}
