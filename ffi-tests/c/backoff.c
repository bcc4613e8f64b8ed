/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * What RSWLOCK_BACKOFF does: this program has a sched_yield of its own, which
 * the library then calls, and counts the calls of each kind of wait.
 *
 * backoff yes|no: whether waiters are expected to yield.
 */
#include <rswlock.h>

#include <sys/syscall.h>

#include "waiter.h"

#define HELD_MS 30

static unsigned long yields;

int sched_yield(void)
{
    __atomic_fetch_add(&yields, 1, __ATOMIC_SEQ_CST);
    return (int)syscall(SYS_sched_yield);
}

static void report(const char *name, unsigned width, bool expected, unsigned long count)
{
    printf("%u-bit %s: %lu yields\n", width, name, count);
    CHECK(expected ? count > 0 : count == 0);
}

#include "width32.h"
#include "backoff.inc.h"
#include "width64.h"
#include "backoff.inc.h"

int main(int count, char **arguments)
{
    CHECK(count == 2);
    bool expected = strcmp(arguments[1], "yes") == 0;
    unsigned long before = yields;
    all_32(expected);
    unsigned long of_32 = yields - before;
    all_64(expected);
    unsigned long of_64 = yields - before - of_32;
    /* Both widths back off alike; a busy machine blurs the figures. */
    CHECK(of_32 / 4 <= of_64 && of_64 / 4 <= of_32);
    puts("backoff: ok");
    return 0;
}
