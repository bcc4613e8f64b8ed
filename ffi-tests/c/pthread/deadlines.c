/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Waits with an end, by either clock, for readers and for a writer, private
 * and shared: never over early, let in when the lock is left before, and slept
 * through on the clock that was named (old timedwrlock code of glibc's for
 * x86-64 mixed up private and shared, bug 12403).
 */
#include <linux/futex.h>

#include "actor.h"

static const enum call timed[] = { TIMEDRDLOCK, CLOCKRDLOCK, TIMEDWRLOCK, CLOCKWRLOCK };

static clockid_t clock_of(enum call call, clockid_t clock)
{
    return call == TIMEDRDLOCK || call == TIMEDWRLOCK ? CLOCK_REALTIME : clock;
}

static void times_out(pthread_rwlock_t *lock, enum call call, clockid_t clock)
{
    for (int wait = 1; wait < 30; wait += 9) {
        struct timespec until = after_ms(clock, wait);

        CHECK_EQ(perform(call, lock, clock, &until), ETIMEDOUT);
        CHECK(has_come(clock, &until));
    }
}

/* The sleep must end when the named clock shows the time, even if that clock
 * is set meanwhile: so it is the kernel that must know both. */
static void sleeps_by_its_clock(struct actor *actor, clockid_t clock, int shared)
{
    struct sleep sleep;
    struct timespec until;

    if (!calls_are_visible() || !futex_of(getpid(), actor->tid, &sleep))
        return;
    CHECK_EQ((sleep.operation & FUTEX_CLOCK_REALTIME) != 0, clock == CLOCK_REALTIME);
    CHECK_EQ((sleep.operation & FUTEX_PRIVATE_FLAG) != 0, !shared);
    CHECK_EQ(sleep.operation & FUTEX_CMD_MASK, FUTEX_WAIT_BITSET);
    if (calls_seen()->translated)
        return;
    memcpy(&until, (void *)sleep.timeout, sizeof(until));
    CHECK_EQ(until.tv_sec, actor->until.tv_sec);
    CHECK_EQ(until.tv_nsec, actor->until.tv_nsec);
}

static void is_let_in(pthread_rwlock_t *lock, struct actor *holder, struct actor *actor,
                      enum call hold, enum call call, clockid_t clock, int shared)
{
    static const long far_away[] = { 100, 100000000, LONG_MAX };

    for (int i = 0; i < 3; i++) {
        CHECK_EQ(call_by(holder, hold), 0);
        actor->clock = clock;
        actor->until = after_ms(clock, 100000);
        if (i > 0)
            actor->until.tv_sec = i == 2 ? far_away[i] : actor->until.tv_sec + far_away[i];
        queue_up(actor, call);
        if (hold == WRLOCK)
            sleeps_by_its_clock(actor, clock, shared);
        CHECK_EQ(call_by(holder, UNLOCK), 0);
        CHECK_EQ(answer_of(actor), 0);
        CHECK_EQ(call_by(actor, UNLOCK), 0);
        check_free(lock);
    }
}

static void check_lock(pthread_rwlock_t *lock, int kind, int shared)
{
    static const clockid_t clocks[] = { CLOCK_REALTIME, CLOCK_MONOTONIC };
    struct actor holder, actor;

    make_lock(lock, kind, shared);
    actor_start(&holder, lock);
    actor_start(&actor, lock);
    for (int hold = RDLOCK; hold <= WRLOCK; hold += WRLOCK - RDLOCK) {
        for (int i = 0; i < 8; i++) {
            enum call call = timed[i % 4];
            clockid_t clock = clock_of(call, clocks[i / 4]);

            if (hold == RDLOCK && is_read(call))
                continue;
            CHECK_EQ(call_by(&holder, (enum call)hold), 0);
            times_out(lock, call, clock);
            CHECK_EQ(call_by(&holder, UNLOCK), 0);
            is_let_in(lock, &holder, &actor, (enum call)hold, call, clock, shared);
        }
    }
    actor_end(&holder);
    actor_end(&actor);
}

int main(void)
{
    pthread_rwlock_t lock;

    setup();
    for (int kind = 0; kind < 3; kind += 2)
        for (int shared = 0; shared < 2; shared++)
            check_lock(&lock, kind, shared);
    puts("deadlines: ok");
    return 0;
}
