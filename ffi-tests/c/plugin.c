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

/* Reads under R and counts under W, with a lock that other copies of the library
 * have as well, and may have biased towards readers. */
int plugin_share(rswlock_t *lock, unsigned long *counter, unsigned rounds)
{
    for (unsigned round = 0; round < rounds; round++) {
        for (int reads = 0; reads < 8; reads++) {
            CHECK_EQ(rswlock_take_r(lock), 0);
            unsigned long before = __atomic_load_n(counter, __ATOMIC_RELAXED);
            for (volatile int i = 0; i < 20; i++)
                ;
            CHECK_EQ(__atomic_load_n(counter, __ATOMIC_RELAXED), before);
            CHECK_EQ(rswlock_drop_r(lock), 0);
        }
        CHECK_EQ(rswlock_take_w(lock), 0);
        __atomic_store_n(counter, *counter + 1, __ATOMIC_RELAXED);
        CHECK_EQ(rswlock_drop_w(lock), 0);
    }
    return 0;
}

const char *plugin_version(void)
{
    return rsw_version();
}
