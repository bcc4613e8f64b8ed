/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A thread that makes one call and says when it has returned. */
#ifndef FFI_TESTS_WAITER_H
#define FFI_TESTS_WAITER_H

#include "check.h"

/* How long a call that must wait is watched for not having returned. */
#define WATCHED_MS 15

struct waiter {
    void (*call)(void *lock);
    void *lock;
    int called;
    int returned;
    pthread_t thread;
};

static inline void *waiter_body(void *argument)
{
    struct waiter *waiter = argument;
    raise_flag(&waiter->called);
    waiter->call(waiter->lock);
    raise_flag(&waiter->returned);
    return NULL;
}

/* Starts the call in a thread of its own and returns once it is about to be made. */
static inline void waiter_start(struct waiter *waiter, void (*call)(void *), void *lock)
{
    *waiter = (struct waiter){ .call = call, .lock = lock };
    waiter->thread = start(waiter_body, waiter);
    await_flag(&waiter->called);
}

static inline bool waiter_is_back(const struct waiter *waiter)
{
    return flag_is_up(&waiter->returned) != 0;
}

/* The call has nothing left to wait for and returns. */
static inline void waiter_join(struct waiter *waiter)
{
    join(waiter->thread);
}

/* Calls of either width behind one type, for tables. */
#define DEFINE_CALL(operation)                    \
    static void NAME(operation)(void *lock)       \
    {                                             \
        OP(operation)((WORD *)lock);              \
    }

#endif
