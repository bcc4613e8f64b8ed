/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A real-time waiter on the CPU of whoever has the lock: as long as it runs,
 * the other does not, so it has to sleep; neither spinning nor yielding lets
 * the other run.
 */
#include <sched.h>

#include "actor.h"

#define WORK_MS 150
#define ALLOWED_MS 30

static pthread_rwlock_t lock;
static enum call call;
static uint64_t waiter_used;

static uint64_t thread_cpu_ns(void)
{
    struct timespec used;

    CHECK(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used) == 0);
    return (uint64_t)used.tv_sec * 1000000000u + (uint64_t)used.tv_nsec;
}

static void stay_on_this_cpu(void)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    CPU_SET(sched_getcpu(), &set);
    CHECK(pthread_setaffinity_np(pthread_self(), sizeof(set), &set) == 0);
}

static void *waiter(void *unused)
{
    struct timespec until = after_ms(CLOCK_MONOTONIC, 50000);
    uint64_t before = thread_cpu_ns();

    CHECK_EQ(perform(call, &lock, CLOCK_MONOTONIC, &until), 0);
    waiter_used = thread_cpu_ns() - before;
    CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
    return unused;
}

static bool wait_behind(enum call hold, enum call waiting)
{
    const struct sched_param priority = { .sched_priority = 10 };
    pthread_attr_t attributes;
    pthread_t thread;

    call = waiting;
    CHECK(pthread_attr_init(&attributes) == 0);
    CHECK(pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED) == 0);
    CHECK(pthread_attr_setschedpolicy(&attributes, SCHED_FIFO) == 0);
    CHECK(pthread_attr_setschedparam(&attributes, &priority) == 0);
    CHECK_EQ(perform(hold, &lock, 0, NULL), 0);
    if (pthread_create(&thread, &attributes, waiter, NULL) != 0)
        return false;
    /* Work, which takes for ever if this thread never runs. */
    for (uint64_t end = thread_cpu_ns() + ms(WORK_MS); thread_cpu_ns() < end;)
        continue;
    CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
    join(thread);
    CHECK(waiter_used < ms(ALLOWED_MS));
    return true;
}

int main(void)
{
    static const enum call waits[][2] = {
        { WRLOCK, WRLOCK }, { WRLOCK, RDLOCK }, { RDLOCK, WRLOCK },
        { WRLOCK, CLOCKRDLOCK }, { RDLOCK, CLOCKWRLOCK },
    };

    setup();
    stay_on_this_cpu();
    for (int kind = 0; kind < 3; kind++) {
        for (size_t i = 0; i < sizeof(waits) / sizeof(*waits); i++) {
            make_lock(&lock, kind, PTHREAD_PROCESS_PRIVATE);
            if (!wait_behind(waits[i][0], waits[i][1])) {
                skipped("a real-time waiter", "SCHED_FIFO is not permitted");
                return 0;
            }
            check_free(&lock);
        }
    }
    puts("fifo: ok");
    return 0;
}
