/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Kinds 0 and 1: whoever reads may read once more, and so may those that it
 * waits for, although a writer waits. Nothing here may depend on the writer's
 * ever getting in.
 */
#include "actor.h"

#define DEPTH 40

static void read_again(pthread_rwlock_t *lock)
{
    for (int call = RDLOCK; is_read((enum call)call); call++) {
        struct timespec until = after_ms(CLOCK_REALTIME, 40000);

        CHECK_EQ(perform((enum call)call, lock, CLOCK_REALTIME, &until), 0);
    }
    for (int call = RDLOCK; is_read((enum call)call); call++)
        CHECK_EQ(perform(UNLOCK, lock, 0, NULL), 0);
}

static void check_kind(int kind, enum call waiting, int depth)
{
    pthread_rwlock_t lock;
    struct actor writers[2], other;

    make_lock(&lock, kind, PTHREAD_PROCESS_PRIVATE);
    actor_start(&other, &lock);
    for (int i = 0; i < 2; i++) {
        actor_start(&writers[i], &lock);
        writers[i].until = after_ms(waiting == TIMEDWRLOCK ? CLOCK_REALTIME : CLOCK_MONOTONIC, 100000);
    }
    CHECK_EQ(perform(RDLOCK, &lock, 0, NULL), 0);
    queue_up(&writers[0], waiting);
    queue_up(&writers[1], waiting);
    read_again(&lock);
    /* Deeper and deeper, without a pause in between. */
    for (int i = 0; i < depth; i++)
        CHECK_EQ(pthread_rwlock_rdlock(&lock), 0);
    for (int i = 0; i < depth; i++)
        CHECK_EQ(pthread_rwlock_unlock(&lock), 0);
    /* This thread waits for another reader, which is new. */
    CHECK_EQ(call_by(&other, RDLOCK), 0);
    CHECK_EQ(call_by(&other, RDLOCK), 0);
    CHECK_EQ(call_by(&other, UNLOCK), 0);
    CHECK_EQ(call_by(&other, UNLOCK), 0);
    CHECK_EQ(call_by(&other, TRYRDLOCK), 0);
    CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
    /* Now only the other one holds it. */
    CHECK(!is_back(&writers[0]) && !is_back(&writers[1]));
    CHECK_EQ(call_by(&other, UNLOCK), 0);
    while (!is_back(&writers[0]) && !is_back(&writers[1]))
        sleep_ms(1);
    int first = is_back(&writers[0]) ? 0 : 1;
    CHECK(!is_back(&writers[!first]));
    CHECK_EQ(call_by(&writers[first], UNLOCK), 0);
    CHECK_EQ(answer_of(&writers[!first]), 0);
    CHECK_EQ(call_by(&writers[!first], UNLOCK), 0);
    check_free(&lock);
    actor_end(&other);
    actor_end(&writers[0]);
    actor_end(&writers[1]);
}

int main(void)
{
    setup();
    for (int kind = 0; kind < 2; kind++) {
        check_kind(kind, WRLOCK, DEPTH);
        check_kind(kind, TIMEDWRLOCK, 4);
        check_kind(kind, CLOCKWRLOCK, 4);
    }
    puts("recursion: ok");
    return 0;
}
