/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a lock says about who is inside, for every state and both widths. */
#include <rswlock.h>

#include "check.h"

struct row {
    unsigned r, s, w;
    unsigned readers;
    bool seeker, writer, last_writer;
};

static const struct row rows[] = {
    { 0, 0, 0, 0, false, false, true },
    { 3, 0, 0, 3, false, false, true },
    { 1, 1, 0, 0, true, false, true },  /* a seeker */
    { 3, 1, 0, 2, true, false, true },  /* and two readers */
    { 1, 1, 1, 0, false, true, true },  /* a writer */
    { 3, 1, 1, 2, false, true, true },  /* one who waits for two readers */
    { 2, 2, 1, 1, true, true, true },   /* one parked behind a seeker, a reader */
    { 1, 2, 2, 0, false, true, false }, /* the seeker has become the writer */
    { 0, 0, 1, 0, false, true, true },  /* an atomic */
    { 0, 0, 2, 0, false, true, false }, /* two */
    { 2, 0, 2, 0, false, true, false }, /* two joined */
    { 3, 0, 1, 2, false, true, true },  /* one joins, two still read */
    { 2, 1, 2, 0, false, true, false }, /* two claim */
};

#include "width32.h"
#include "queries.inc.h"
#include "width64.h"
#include "queries.inc.h"

int main(void)
{
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        for (unsigned app = 0; app < 4; app++) {
            ask_32(&rows[i], app);
            ask_64(&rows[i], app);
        }
    puts("queries: ok");
    return 0;
}
