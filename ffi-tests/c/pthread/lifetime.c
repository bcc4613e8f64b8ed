/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Locks before everything and after everything: .preinit_array and first
 * constructors, the four rounds of destructors of thread-specific data, atexit
 * handlers and last destructors. A failure there must change the exit status,
 * so it aborts.
 */
#include "calls.h"

static pthread_rwlock_t early = PTHREAD_RWLOCK_INITIALIZER;
static pthread_rwlock_t other;
static pthread_key_t key;
static int moments, rounds;

/* All calls, and a wait with an end. No stdio: it may not be there yet. */
static void use(void)
{
    struct timespec until;

    if (clock_gettime(CLOCK_REALTIME, &until) != 0)
        abort();
    until.tv_nsec = until.tv_nsec < 998000000 ? until.tv_nsec + 1000000 : 999999999;
    if (pthread_rwlock_init(&other, NULL) != 0 || pthread_rwlock_wrlock(&early) != 0 ||
        pthread_rwlock_wrlock(&early) != EDEADLK || pthread_rwlock_tryrdlock(&early) != EBUSY ||
        pthread_rwlock_unlock(&early) != 0 || pthread_rwlock_rdlock(&early) != 0 ||
        pthread_rwlock_timedrdlock(&early, &until) != 0 ||
        pthread_rwlock_timedwrlock(&early, &until) != ETIMEDOUT ||
        pthread_rwlock_unlock(&early) != 0 || pthread_rwlock_unlock(&early) != 0 ||
        pthread_rwlock_trywrlock(&other) != 0 || pthread_rwlock_unlock(&other) != 0)
        abort();
    __atomic_fetch_add(&moments, 1, __ATOMIC_SEQ_CST);
}

__attribute__((section(".preinit_array"), used)) static void (*const before_all)(void) = use;

__attribute__((constructor(101))) static void first_constructor(void)
{
    use();
}

__attribute__((destructor(101))) static void last_destructor(void)
{
    use();
    /* preinit, constructor, main, the thread and its rounds, atexit, this. */
    if (moments != 5 + PTHREAD_DESTRUCTOR_ITERATIONS + 1)
        abort();
}

static void at_exit(void)
{
    use();
}

static void at_thread_exit(void *value)
{
    use();
    /* Asks for the next round. */
    if (++rounds < PTHREAD_DESTRUCTOR_ITERATIONS)
        CHECK(pthread_setspecific(key, value) == 0);
}

static void *body(void *value)
{
    use();
    CHECK(pthread_setspecific(key, value) == 0);
    return NULL;
}

int main(void)
{
    setup();
    CHECK_EQ(moments, 2);
    use();
    CHECK(atexit(at_exit) == 0);
    CHECK(pthread_key_create(&key, at_thread_exit) == 0);
    join(start(body, &key));
    CHECK_EQ(rounds, PTHREAD_DESTRUCTOR_ITERATIONS);
    puts("lifetime: ok");
    return 0;
}
