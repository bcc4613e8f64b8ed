/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * rswlock_t from a C program: what each call answers, that a refused call leaves
 * the lock as it was, who waits for whom, and deadlines on both clocks.
 */
#include <rswlock.h>

#include "waiter.h"

static rswlock_t fixed = RSWLOCK_INIT;
static rswlock_t fair = RSWLOCK_INIT_WITH(RSWLOCK_FAIR);
static rswlock_t zero;

/* Nobody is inside: everything can be had, and nothing can be given back. */
static void check_free(rswlock_t *lock)
{
    CHECK_EQ(rswlock_drop_r(lock), EPERM);
    CHECK_EQ(rswlock_drop_s(lock), EPERM);
    CHECK_EQ(rswlock_drop_w(lock), EPERM);
    CHECK_EQ(rswlock_stow(lock), EPERM);
    CHECK_EQ(rswlock_wtos(lock), EPERM);
    CHECK_EQ(rswlock_wtor(lock), EPERM);
    CHECK_EQ(rswlock_stor(lock), EPERM);
    CHECK_EQ(rswlock_try_rtos(lock), EPERM);
    CHECK_EQ(rswlock_try_rtow(lock), EPERM);
    CHECK_EQ(rswlock_try_w(lock), 0);
    CHECK_EQ(rswlock_drop_w(lock), 0);
}

static void single_thread(rswlock_t *lock)
{
    check_free(lock);
    CHECK_EQ(rswlock_take_r(lock), 0);
    CHECK_EQ(rswlock_take_r(lock), 0);
    CHECK_EQ(rswlock_try_r(lock), 0);
    CHECK_EQ(rswlock_try_w(lock), EBUSY);
    CHECK_EQ(rswlock_try_rtow(lock), EBUSY);
    CHECK_EQ(rswlock_destroy(lock), EBUSY);
    CHECK_EQ(rswlock_try_rtos(lock), 0);
    CHECK_EQ(rswlock_try_s(lock), EBUSY);
    CHECK_EQ(rswlock_try_rtos(lock), EBUSY);
    CHECK_EQ(rswlock_drop_r(lock), 0);
    CHECK_EQ(rswlock_drop_r(lock), 0);
    CHECK_EQ(rswlock_drop_r(lock), EPERM);
    CHECK_EQ(rswlock_stow(lock), 0);
    CHECK_EQ(rswlock_try_r(lock), EBUSY);
    CHECK_EQ(rswlock_take_r(lock), EDEADLK);
    CHECK_EQ(rswlock_take_s(lock), EDEADLK);
    CHECK_EQ(rswlock_take_w(lock), EDEADLK);
    CHECK_EQ(rswlock_wtos(lock), 0);
    CHECK_EQ(rswlock_take_r(lock), 0);
    CHECK_EQ(rswlock_drop_r(lock), 0);
    CHECK_EQ(rswlock_stor(lock), 0);
    CHECK_EQ(rswlock_try_rtow(lock), 0);
    CHECK_EQ(rswlock_wtor(lock), 0);
    CHECK_EQ(rswlock_drop_r(lock), 0);
    check_free(lock);
    CHECK_EQ(rswlock_destroy(lock), 0);
}

static void attributes(void)
{
    rswlock_t lock;
    memset(&lock, 0xa5, sizeof lock);
    const rswlock_t before = lock;
    static const unsigned wrong[] = { 4, 0xff, 0x104, 0x200, 0x80000000u, ~0u };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK_EQ(rswlock_init(&lock, wrong[i]), EINVAL);
        CHECK(memcmp(&lock, &before, sizeof lock) == 0);
    }
    for (unsigned preference = 0; preference <= RSWLOCK_FAIR; preference++) {
        CHECK_EQ(rswlock_init(&lock, preference), 0);
        single_thread(&lock);
        memset(&lock, 0xa5, sizeof lock);
        CHECK_EQ(rswlock_init(&lock, preference | RSWLOCK_PROCESS_SHARED), 0);
        single_thread(&lock);
    }
}

static struct timespec from_now(clockid_t clock, unsigned milliseconds)
{
    struct timespec time;
    CHECK(clock_gettime(clock, &time) == 0);
    time.tv_nsec += (long)milliseconds * 1000000L;
    time.tv_sec += time.tv_nsec / 1000000000L;
    time.tv_nsec %= 1000000000L;
    return time;
}

typedef int (*until_call)(rswlock_t *, int, const struct timespec *);
static const until_call takes[] = { rswlock_take_r_until, rswlock_take_s_until,
                                    rswlock_take_w_until };
typedef int (*drop_call)(rswlock_t *);
static const drop_call drops[] = { rswlock_drop_r, rswlock_drop_s, rswlock_drop_w };

static void *deadlines(void *held)
{
    static const clockid_t clocks[] = { CLOCK_REALTIME, CLOCK_MONOTONIC };
    const struct timespec past = { -5, 0 };
    const struct timespec malformed[] = { { 0, -1 }, { 0, 1000000000L } };
    rswlock_t free_lock = RSWLOCK_INIT;
    for (size_t call = 0; call < 3; call++) {
        for (size_t i = 0; i < 2; i++) {
            CHECK_EQ(takes[call](&free_lock, CLOCK_MONOTONIC, &malformed[i]), EINVAL);
            CHECK_EQ(takes[call](held, CLOCK_MONOTONIC, &malformed[i]), EINVAL);
        }
        CHECK_EQ(takes[call](&free_lock, CLOCK_BOOTTIME, &past), EINVAL);
        CHECK_EQ(takes[call](&free_lock, -1, &past), EINVAL);
        for (size_t i = 0; i < 2; i++) {
            CHECK_EQ(takes[call](&free_lock, clocks[i], &past), 0);
            CHECK_EQ(drops[call](&free_lock), 0);
            CHECK_EQ(takes[call](held, clocks[i], &past), ETIMEDOUT);
            const struct timespec soon = from_now(clocks[i], 20);
            CHECK_EQ(takes[call](held, clocks[i], &soon), ETIMEDOUT);
            const struct timespec after = from_now(clocks[i], 0);
            CHECK(after.tv_sec > soon.tv_sec ||
                  (after.tv_sec == soon.tv_sec && after.tv_nsec >= soon.tv_nsec));
        }
    }
    check_free(&free_lock);
    return NULL;
}

static void take_and_drop_r(void *lock)
{
    CHECK_EQ(rswlock_take_r(lock), 0);
    CHECK_EQ(rswlock_drop_r(lock), 0);
}

static void take_and_drop_s(void *lock)
{
    CHECK_EQ(rswlock_take_s(lock), 0);
    CHECK_EQ(rswlock_drop_s(lock), 0);
}

static void take_and_drop_w(void *lock)
{
    CHECK_EQ(rswlock_take_w(lock), 0);
    CHECK_EQ(rswlock_drop_w(lock), 0);
}

static void upgrade(void *lock)
{
    CHECK_EQ(rswlock_take_s(lock), 0);
    CHECK_EQ(rswlock_stow(lock), 0);
    CHECK_EQ(rswlock_drop_w(lock), 0);
}

/* The call does not return while hold is held, and does after release. */
static void waits(rswlock_t *lock, drop_call hold, drop_call release, void (*call)(void *))
{
    struct waiter waiter;
    CHECK_EQ(hold(lock), 0);
    waiter_start(&waiter, call, lock);
    sleep_ms(WATCHED_MS);
    CHECK(!waiter_is_back(&waiter));
    CHECK_EQ(release(lock), 0);
    waiter_join(&waiter);
    check_free(lock);
}

static void who_waits(rswlock_t *lock)
{
    waits(lock, rswlock_take_w, rswlock_drop_w, take_and_drop_r);
    waits(lock, rswlock_take_w, rswlock_drop_w, take_and_drop_s);
    waits(lock, rswlock_take_w, rswlock_drop_w, take_and_drop_w);
    waits(lock, rswlock_take_r, rswlock_drop_r, take_and_drop_w);
    waits(lock, rswlock_take_s, rswlock_drop_s, take_and_drop_s);
    waits(lock, rswlock_take_s, rswlock_drop_s, take_and_drop_w);
    waits(lock, rswlock_take_r, rswlock_drop_r, upgrade);
}

int main(void)
{
    single_thread(&fixed);
    single_thread(&fair);
    single_thread(&zero);
    attributes();
    CHECK_EQ(rswlock_take_w(&fixed), 0);
    join(start(deadlines, &fixed));
    CHECK_EQ(rswlock_drop_w(&fixed), 0);
    check_free(&fixed);
    for (unsigned preference = 0; preference <= RSWLOCK_FAIR; preference++) {
        rswlock_t lock;
        CHECK_EQ(rswlock_init(&lock, preference), 0);
        who_waits(&lock);
    }
    return 0;
}
