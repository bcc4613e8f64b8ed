/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Who goes first when a writer leaves and both readers and writers sleep: in
 * kind 0 the readers, all together; in kinds 1 and 2 the writers, one by one.
 * Whoever left stays awake to see it.
 */
#include "actor.h"

#define READERS 3
#define WRITERS 2

static pthread_rwlock_t lock;
static struct actor readers[READERS], writers[WRITERS];

static void check_readers_back(bool back)
{
    for (int i = 0; i < READERS; i++)
        CHECK(is_back(&readers[i]) == back);
}

static void readers_go(void)
{
    for (int i = 0; i < READERS; i++)
        CHECK_EQ(answer_of(&readers[i]), 0);
    CHECK_EQ(perform(TRYWRLOCK, &lock, 0, NULL), EBUSY);
}

static void readers_leave(void)
{
    for (int i = 0; i < READERS; i++)
        CHECK_EQ(call_by(&readers[i], UNLOCK), 0);
}

/* One goes in, the other stays out. Which one is not said. */
static int a_writer_goes(void)
{
    while (!is_back(&writers[0]) && !is_back(&writers[1]))
        sleep_ms(1);
    int first = is_back(&writers[0]) ? 0 : 1;
    CHECK(!is_back(&writers[!first]));
    CHECK_EQ(perform(TRYRDLOCK, &lock, 0, NULL), EBUSY);
    return first;
}

static void writers_go(bool readers_wait)
{
    int first = a_writer_goes();

    CHECK_EQ(answer_of(&writers[first]), 0);
    if (readers_wait)
        check_readers_back(false);
    CHECK_EQ(call_by(&writers[first], UNLOCK), 0);
    CHECK_EQ(answer_of(&writers[!first]), 0);
    if (readers_wait)
        check_readers_back(false);
    CHECK_EQ(call_by(&writers[!first], UNLOCK), 0);
}

static void check_turns(int kind, bool writers_came_first)
{
    CHECK_EQ(perform(WRLOCK, &lock, 0, NULL), 0);
    for (int i = 0; i < WRITERS && writers_came_first; i++)
        queue_up(&writers[i], WRLOCK);
    for (int i = 0; i < READERS; i++)
        queue_up(&readers[i], RDLOCK);
    for (int i = 0; i < WRITERS && !writers_came_first; i++)
        queue_up(&writers[i], WRLOCK);
    CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
    if (kind == PTHREAD_RWLOCK_PREFER_READER_NP) {
        readers_go();
        CHECK(!is_back(&writers[0]) && !is_back(&writers[1]));
        readers_leave();
        writers_go(false);
    } else {
        writers_go(true);
        readers_go();
        readers_leave();
    }
    check_free(&lock);
}

int main(void)
{
    setup();
    for (int kind = 0; kind < 3; kind++) {
        for (int shared = 0; shared < 2; shared++) {
            make_lock(&lock, kind, shared);
            for (int i = 0; i < READERS; i++)
                actor_start(&readers[i], &lock);
            for (int i = 0; i < WRITERS; i++)
                actor_start(&writers[i], &lock);
            for (int round = 0; round < 10; round++)
                check_turns(kind, round % 2 == 0);
            for (int i = 0; i < READERS; i++)
                actor_end(&readers[i]);
            for (int i = 0; i < WRITERS; i++)
                actor_end(&writers[i]);
        }
    }
    puts("turns: ok");
    return 0;
}
