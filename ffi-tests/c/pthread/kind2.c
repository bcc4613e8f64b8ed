/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP: new readers wait while a
 * writer waits. They are let in when it gives up (glibc up to 2.21 forgot
 * them, bug 18324), and after it has been inside, all of them together.
 */
#include "actor.h"

#define READERS 6

static pthread_rwlock_t lock;
static struct actor holder, writer, readers[READERS];

static void readers_queue_up(void)
{
    static const enum call calls[] = { RDLOCK, TIMEDRDLOCK, CLOCKRDLOCK };

    for (int i = 0; i < READERS; i++) {
        enum call call = calls[i % 3];

        readers[i].until = after_ms(call == TIMEDRDLOCK ? CLOCK_REALTIME : CLOCK_MONOTONIC, 100000);
        queue_up(&readers[i], call);
    }
}

/* All of them hold it at the same time. */
static void readers_are_in_together(void)
{
    for (int i = 0; i < READERS; i++)
        CHECK_EQ(answer_of(&readers[i]), 0);
    CHECK_EQ(perform(TRYWRLOCK, &lock, 0, NULL), EBUSY);
    for (int i = 0; i < READERS; i++)
        CHECK_EQ(call_by(&readers[i], UNLOCK), 0);
}

static void held_back_and_let_in_after(void)
{
    struct timespec until;

    CHECK_EQ(call_by(&holder, RDLOCK), 0);
    queue_up(&writer, WRLOCK);
    readers_queue_up();
    CHECK_EQ(perform(TRYRDLOCK, &lock, 0, NULL), EBUSY);
    until = after_ms(CLOCK_REALTIME, 10);
    CHECK_EQ(perform(TIMEDRDLOCK, &lock, 0, &until), ETIMEDOUT);
    CHECK(has_come(CLOCK_REALTIME, &until));
    for (int i = 0; i < READERS; i++)
        CHECK(!is_back(&readers[i]));
    CHECK_EQ(call_by(&holder, UNLOCK), 0);
    CHECK_EQ(answer_of(&writer), 0);
    for (int i = 0; i < READERS; i++)
        CHECK(!is_back(&readers[i]));
    CHECK_EQ(call_by(&writer, UNLOCK), 0);
    readers_are_in_together();
    check_free(&lock);
}

static void let_in_when_the_writer_gives_up(enum call call, clockid_t clock)
{
    CHECK_EQ(call_by(&holder, RDLOCK), 0);
    writer.clock = clock;
    /* Far enough away for all to be asleep before; if not, they just read. */
    writer.until = after_ms(clock, 200);
    ask(&writer, call);
    while (!sleeps_at(getpid(), writer.tid, &lock) && !is_back(&writer))
        sleep_ms(1);
    for (int i = 0; i < READERS; i++)
        ask(&readers[i], RDLOCK);
    CHECK_EQ(answer_of(&writer), ETIMEDOUT);
    readers_are_in_together();
    CHECK_EQ(call_by(&holder, UNLOCK), 0);
    check_free(&lock);
}

/* One of two writers gives up: the other still keeps readers out. */
static void held_back_by_the_writer_that_stays(void)
{
    struct timespec until = after_ms(CLOCK_REALTIME, 30);

    CHECK_EQ(call_by(&holder, RDLOCK), 0);
    queue_up(&writer, WRLOCK);
    queue_up(&readers[0], RDLOCK);
    CHECK_EQ(perform(TIMEDWRLOCK, &lock, 0, &until), ETIMEDOUT);
    CHECK_EQ(perform(TRYRDLOCK, &lock, 0, NULL), EBUSY);
    CHECK(!is_back(&readers[0]) && !is_back(&writer));
    CHECK_EQ(call_by(&holder, UNLOCK), 0);
    CHECK_EQ(answer_of(&writer), 0);
    CHECK(!is_back(&readers[0]));
    CHECK_EQ(call_by(&writer, UNLOCK), 0);
    CHECK_EQ(answer_of(&readers[0]), 0);
    CHECK_EQ(call_by(&readers[0], UNLOCK), 0);
    check_free(&lock);
}

int main(void)
{
    setup();
    for (int shared = 0; shared < 2; shared++) {
        make_lock(&lock, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP, shared);
        actor_start(&holder, &lock);
        actor_start(&writer, &lock);
        for (int i = 0; i < READERS; i++)
            actor_start(&readers[i], &lock);
        held_back_and_let_in_after();
        let_in_when_the_writer_gives_up(TIMEDWRLOCK, CLOCK_REALTIME);
        let_in_when_the_writer_gives_up(CLOCKWRLOCK, CLOCK_MONOTONIC);
        held_back_by_the_writer_that_stays();
        actor_end(&holder);
        actor_end(&writer);
        for (int i = 0; i < READERS; i++)
            actor_end(&readers[i]);
    }
    puts("kind2: ok");
    return 0;
}
