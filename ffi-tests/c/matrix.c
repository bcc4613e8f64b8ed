/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Who may come in while somebody is inside: the compatibility matrix, asked
 * with every try_ operation. A refusal leaves the word untouched and comes at
 * once; a try_ that waited would hang here for ever, because nobody leaves.
 */
#include <rswlock.h>

#include "check.h"

/* The answers of a row: 'y' let in, 'n' refused, '-' not laid down. */
struct row {
    const char *held;
    unsigned r, s, w;
    const char *comers;   /* try_r try_s try_w try_w_nowait try_a try_j */
    const char *upgrades; /* try_rtos try_rtow try_rtoa by one who holds R */
};

static const struct row rows[] = {
    { "nobody", 0, 0, 0, "yyyyyy", "---" },
    { "one reader", 1, 0, 0, "yynnnn", "yyy" },
    { "two readers", 2, 0, 0, "yynnnn", "ynn" },
    { "a seeker", 1, 1, 0, "ynnnnn", "---" },
    { "a seeker and a reader", 2, 1, 0, "ynnnnn", "nnn" },
    { "a writer", 1, 1, 1, "nnnnnn", "---" },
    { "a writer waiting for a reader", 2, 1, 1, "nnnnnn", "nnn" },
    { "a writer parked behind a seeker", 1, 2, 1, "nnnnnn", "---" },
    { "a writer parked, the seeker gone", 0, 1, 1, "nnnnnn", "---" },
    { "a writer parked, one reader left", 1, 1, 1, "nnnnnn", "nnn" },
    { "one atomic", 0, 0, 1, "nnnnyn", "---" },
    { "two atomics", 0, 0, 2, "nnnnyn", "---" },
    { "one joined", 1, 0, 1, "nnnnnn", "---" },
    { "two joined", 2, 0, 2, "nnnnnn", "---" },
    { "one joining, one reader", 2, 0, 1, "nnnnnn", "nnn" },
    { "a joined and an atomic", 1, 0, 2, "nnnnnn", "---" },
    { "two claiming", 2, 1, 2, "nnnnnn", "---" },
    { "one claiming, one on its way to A", 1, 1, 2, "nnnnnn", "---" },
    /* plock adds before it looks, so its users can show this for a moment. */
    { "two seekers colliding in plock", 2, 2, 0, "-nnnnn", "n--" },
};

#include "width32.h"
#include "matrix.inc.h"
#include "width64.h"
#include "matrix.inc.h"

int main(void)
{
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        for (unsigned app = 0; app < 4; app++) {
            ask_32(&rows[i], app);
            ask_64(&rows[i], app);
        }
    puts("matrix: ok");
    return 0;
}
