/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A lock given back by another thread than the one that took it, threads that
 * end while they read, and thread ids that come again. glibc does this for
 * read locks; the shim for write locks too.
 */
#include "actor.h"

static pthread_rwlock_t lock;

static void *read_and_end(void *count)
{
    for (uintptr_t i = 0; i < (uintptr_t)count; i++)
        CHECK_EQ(pthread_rwlock_rdlock(&lock), 0);
    return NULL;
}

static void readers_that_end(void)
{
    for (uintptr_t count = 1; count < 5; count++) {
        for (int i = 0; i < 20; i++)
            join(start(read_and_end, (void *)count));
        CHECK_EQ(perform(TRYWRLOCK, &lock, 0, NULL), EBUSY);
        for (uintptr_t i = 0; i < 20 * count; i++) {
            CHECK_EQ(perform(TRYWRLOCK, &lock, 0, NULL), EBUSY);
            CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
        }
        check_free(&lock);
    }
}

static void given_back_by_others(struct actor *taker, struct actor *other, enum call take)
{
    /* Once at rest, once with somebody waiting. */
    CHECK_EQ(call_by(taker, take), 0);
    CHECK_EQ(call_by(other, UNLOCK), 0);
    check_free(&lock);

    CHECK_EQ(call_by(taker, take), 0);
    CHECK_EQ(perform(TRYWRLOCK, &lock, 0, NULL), EBUSY);
    queue_up(other, WRLOCK);
    CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
    CHECK_EQ(answer_of(other), 0);
    /* The first one is not taken for the owner any more. */
    queue_up(taker, WRLOCK);
    CHECK_EQ(call_by(other, UNLOCK), 0);
    CHECK_EQ(answer_of(taker), 0);
    CHECK_EQ(call_by(taker, UNLOCK), 0);
    check_free(&lock);
}

static void *write_once(void *unused)
{
    CHECK_EQ(pthread_rwlock_wrlock(&lock), 0);
    CHECK_EQ(pthread_rwlock_unlock(&lock), 0);
    return unused;
}

/* Threads with the ids and stacks of earlier ones. */
static void threads_that_come_again(void)
{
    for (int i = 0; i < 200; i++)
        join(start(write_once, NULL));
    check_free(&lock);
}

int main(void)
{
    struct actor taker, other;

    setup();
    for (int kind = 0; kind < 3; kind++) {
        for (int shared = 0; shared < 2; shared++) {
            make_lock(&lock, kind, shared);
            actor_start(&taker, &lock);
            actor_start(&other, &lock);
            readers_that_end();
            given_back_by_others(&taker, &other, RDLOCK);
            given_back_by_others(&taker, &other, TRYRDLOCK);
            if (with_shim) {
                given_back_by_others(&taker, &other, WRLOCK);
                given_back_by_others(&taker, &other, TRYWRLOCK);
            }
            threads_that_come_again();
            actor_end(&taker);
            actor_end(&other);
        }
    }
    puts("strangers: ok");
    return 0;
}
