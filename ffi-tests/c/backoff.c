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

/* How long a waiter is watched that must not yield, and the longest that one may
 * take to do so which must: on a busy machine it does not run at once. */
#define HELD_MS 30
#define PATIENCE_MS 10000

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
    all_32(expected);
    all_64(expected);
    puts("backoff: ok");
    return 0;
}
