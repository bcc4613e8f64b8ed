/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A shared object with a copy of the library inside or behind it. */
#include <rswlock.h>

#include "check.h"

int plugin_contend(rsw64_t *lock, unsigned long *counter, unsigned rounds);
const char *plugin_version(void);

/* Counts under W; sometimes gives up in between, so that waiting is in use. */
int plugin_contend(rsw64_t *lock, unsigned long *counter, unsigned rounds)
{
    for (unsigned round = 0; round < rounds; round++) {
        while (rsw64_take_w_until(lock, now_ns() + 20000) != 0)
            ;
        ++*counter;
        rsw64_drop_w(lock);
    }
    return 0;
}

const char *plugin_version(void)
{
    return rsw_version();
}
