/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Large numbers, counted exactly: read locks that one thread holds at once, of
 * one lock and of a million, and threads that queue up.
 */
#include "actor.h"

#define LOCKS 1000000
#define DEPTH 100000
#define QUEUE 1000

static void million_locks(void)
{
    pthread_rwlock_t *locks = (pthread_rwlock_t *)calloc(LOCKS, sizeof(*locks));

    CHECK(locks != NULL);
    for (int i = 0; i < LOCKS; i++)
        CHECK_EQ(pthread_rwlock_rdlock(&locks[i]), 0);
    for (int i = 0; i < LOCKS; i += 1000)
        CHECK_EQ(pthread_rwlock_trywrlock(&locks[i]), EBUSY);
    /* In another order than they were taken. */
    for (int i = 0; i < LOCKS; i++)
        CHECK_EQ(pthread_rwlock_unlock(&locks[(uint64_t)i * 7919u % LOCKS]), 0);
    for (int i = 0; i < LOCKS; i++)
        CHECK_EQ(pthread_rwlock_trywrlock(&locks[i]), 0);
    free(locks); /* held, which nobody minds */
}

static void deep_recursion(int kind)
{
    pthread_rwlock_t lock;

    make_lock(&lock, kind, PTHREAD_PROCESS_PRIVATE);
    for (int i = 0; i < DEPTH; i++)
        CHECK_EQ(pthread_rwlock_rdlock(&lock), 0);
    for (int i = 0; i < DEPTH - 1; i++)
        CHECK_EQ(pthread_rwlock_unlock(&lock), 0);
    CHECK_EQ(pthread_rwlock_trywrlock(&lock), EBUSY);
    CHECK_EQ(pthread_rwlock_unlock(&lock), 0);
    check_free(&lock);
}

static pthread_rwlock_t wanted;
static pid_t tids[QUEUE];
static int readers_inside, writers_inside, turns;

static void *queue(void *number)
{
    bool writes = (uintptr_t)number % 2 == 0;

    __atomic_store_n(&tids[(uintptr_t)number], (pid_t)syscall(SYS_gettid), __ATOMIC_SEQ_CST);
    CHECK_EQ(writes ? pthread_rwlock_wrlock(&wanted) : pthread_rwlock_rdlock(&wanted), 0);
    __atomic_fetch_add(writes ? &writers_inside : &readers_inside, 1, __ATOMIC_SEQ_CST);
    if (writes)
        CHECK_EQ(__atomic_load_n(&readers_inside, __ATOMIC_SEQ_CST), 0);
    CHECK_EQ(__atomic_load_n(&writers_inside, __ATOMIC_SEQ_CST), writes);
    __atomic_fetch_add(&turns, 1, __ATOMIC_SEQ_CST);
    __atomic_fetch_sub(writes ? &writers_inside : &readers_inside, 1, __ATOMIC_SEQ_CST);
    CHECK_EQ(pthread_rwlock_unlock(&wanted), 0);
    return NULL;
}

static bool is_asleep(int number)
{
    pid_t tid = __atomic_load_n(&tids[number], __ATOMIC_SEQ_CST);

    return tid != 0 && sleeps_at(getpid(), tid, &wanted);
}

static void long_queue(int kind)
{
    pthread_t threads[QUEUE];
    pthread_attr_t small;

    make_lock(&wanted, kind, PTHREAD_PROCESS_PRIVATE);
    memset(tids, 0, sizeof(tids));
    turns = 0;
    small_stacks(&small);
    CHECK_EQ(pthread_rwlock_wrlock(&wanted), 0);
    for (uintptr_t i = 0; i < QUEUE; i++)
        CHECK(pthread_create(&threads[i], &small, queue, (void *)i) == 0);
    for (int i = 0; i < QUEUE; i++)
        while (!is_asleep(i))
            sleep_ms(1);
    CHECK_EQ(turns, 0);
    CHECK_EQ(pthread_rwlock_unlock(&wanted), 0);
    for (int i = 0; i < QUEUE; i++)
        join(threads[i]);
    CHECK_EQ(turns, QUEUE);
    check_free(&wanted);
}

int main(void)
{
    setup();
    million_locks();
    for (int kind = 0; kind < 3; kind++) {
        deep_recursion(kind);
        long_queue(kind);
    }
    puts("many: ok");
    return 0;
}
