/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Locks before main, after it, and on the smallest stacks that threads can
 * have. Each time with somebody inside, so that the waiting half runs too: it
 * is what measures the machine's pace at its first call.
 */
#include <rswlock.h>

#include <limits.h>

#include "check.h"

#define SMALL_THREADS 8
#define ROUNDS 2000

static rsw64_t lock;
static rsw32_t held;
static unsigned long counted;

static void use(void)
{
    /* Waits in vain for a lock that this thread holds itself. */
    rsw32_take_w(&held);
    CHECK_EQ(rsw32_take_w_until(&held, now_ns() + ms(2)), ETIMEDOUT);
    CHECK_EQ(rsw32_take_r_until(&held, now_ns() + ms(2)), ETIMEDOUT);
    rsw32_drop_w(&held);
    rsw64_take_s(&lock);
    rsw64_stow(&lock);
    counted++;
    rsw64_drop_w(&lock);
    CHECK_EQ(lock, 0);
    CHECK_EQ(held, 0);
}

__attribute__((constructor)) static void before_main(void)
{
    use();
    CHECK_EQ(counted, 1);
}

static void at_exit(void)
{
    use();
    CHECK_EQ(counted, 3 + SMALL_THREADS * ROUNDS);
}

/* After everything that atexit knows of. */
__attribute__((destructor)) static void after_main(void)
{
    use();
    CHECK_EQ(counted, 4 + SMALL_THREADS * ROUNDS);
    puts("lifetime: ok");
    fflush(stdout);
}

static void *small(void *unused)
{
    for (unsigned round = 0; round < ROUNDS; round++) {
        rsw64_take_w(&lock);
        counted++;
        rsw64_drop_w(&lock);
        rsw32_take_r(&held);
        rsw32_drop_r(&held);
        if (rsw32_take_s_until(&held, now_ns() + 1000) == 0) {
            rsw32_stow(&held);
            rsw32_drop_w(&held);
        }
    }
    return unused;
}

int main(void)
{
    pthread_t threads[SMALL_THREADS];
    pthread_attr_t small_stack;

    CHECK(atexit(at_exit) == 0);
    use();
    CHECK(pthread_attr_init(&small_stack) == 0);
    CHECK(pthread_attr_setstacksize(&small_stack, (size_t)PTHREAD_STACK_MIN) == 0);
    for (unsigned i = 0; i < SMALL_THREADS; i++)
        CHECK(pthread_create(&threads[i], &small_stack, small, NULL) == 0);
    for (unsigned i = 0; i < SMALL_THREADS; i++)
        join(threads[i]);
    CHECK_EQ(counted, 2 + SMALL_THREADS * ROUNDS);
    return 0;
}
