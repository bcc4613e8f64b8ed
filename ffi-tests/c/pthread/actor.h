/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Threads that make calls when they are told to, for schedules that do not
 * depend on timing: whoever directs them sees whether a call has returned or
 * sleeps at the lock.
 */
#ifndef FFI_TESTS_PTHREAD_ACTOR_H
#define FFI_TESTS_PTHREAD_ACTOR_H

#include "asleep.h"
#include "calls.h"

struct actor {
    pthread_rwlock_t *lock;
    clockid_t clock;
    struct timespec until; /* of the timed calls */
    int orders[2];
    pid_t tid;
    pthread_t thread;
    int answer;
    unsigned asked;
    unsigned answered;
};

static inline void *actor_body(void *argument)
{
    struct actor *actor = (struct actor *)argument;
    unsigned char order;

    __atomic_store_n(&actor->tid, (pid_t)syscall(SYS_gettid), __ATOMIC_SEQ_CST);
    while (read(actor->orders[0], &order, 1) == 1) {
        actor->answer = perform((enum call)order, actor->lock, actor->clock, &actor->until);
        __atomic_fetch_add(&actor->answered, 1, __ATOMIC_SEQ_CST);
    }
    return NULL;
}

static inline void actor_start(struct actor *actor, pthread_rwlock_t *lock)
{
    memset(actor, 0, sizeof(*actor));
    actor->lock = lock;
    actor->clock = CLOCK_MONOTONIC;
    CHECK(pipe(actor->orders) == 0);
    actor->thread = start(actor_body, actor);
    while (__atomic_load_n(&actor->tid, __ATOMIC_SEQ_CST) == 0)
        sleep_ms(1);
}

static inline void actor_end(struct actor *actor)
{
    CHECK(close(actor->orders[1]) == 0);
    join(actor->thread);
    CHECK(close(actor->orders[0]) == 0);
}

/* Has the call made; does not wait for its answer. */
static inline void ask(struct actor *actor, enum call call)
{
    unsigned char order = (unsigned char)call;

    actor->asked++;
    CHECK(write(actor->orders[1], &order, 1) == 1);
}

static inline bool is_back(struct actor *actor)
{
    return __atomic_load_n(&actor->answered, __ATOMIC_SEQ_CST) == actor->asked;
}

/* Waits for the answer to what was asked. */
static inline int answer_of(struct actor *actor)
{
    while (!is_back(actor))
        sleep_ms(1);
    return actor->answer;
}

/* Has the call made and answered. */
static inline int call_by(struct actor *actor, enum call call)
{
    ask(actor, call);
    return answer_of(actor);
}

/* Waits until the call that was asked for sleeps. It must not return. */
static inline void await_asleep(struct actor *actor)
{
    while (!sleeps_at(getpid(), actor->tid, actor->lock)) {
        CHECK(!is_back(actor));
        sleep_ms(1);
    }
}

/* Has a call made that must wait. */
static inline void queue_up(struct actor *actor, enum call call)
{
    ask(actor, call);
    await_asleep(actor);
}

#endif
