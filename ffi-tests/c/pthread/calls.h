/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every call on a lock behind one function, for tables and mixes. */
#ifndef FFI_TESTS_PTHREAD_CALLS_H
#define FFI_TESTS_PTHREAD_CALLS_H

#include "setup.h"

enum call {
    RDLOCK,
    TRYRDLOCK,
    TIMEDRDLOCK,
    CLOCKRDLOCK,
    WRLOCK,
    TRYWRLOCK,
    TIMEDWRLOCK,
    CLOCKWRLOCK,
    UNLOCK,
    CALLS
};

static const char *const call_names[CALLS] = {
    "rdlock", "tryrdlock", "timedrdlock", "clockrdlock", "wrlock",
    "trywrlock", "timedwrlock", "clockwrlock", "unlock",
};

static inline bool is_read(enum call call)
{
    return call <= CLOCKRDLOCK;
}

static inline bool is_try(enum call call)
{
    return call == TRYRDLOCK || call == TRYWRLOCK;
}

static inline bool is_timed(enum call call)
{
    return call == TIMEDRDLOCK || call == CLOCKRDLOCK || call == TIMEDWRLOCK || call == CLOCKWRLOCK;
}

/* A time that no clock has reached by then. */
static inline struct timespec after_ms(clockid_t clock, long milliseconds)
{
    struct timespec time;

    CHECK(clock_gettime(clock, &time) == 0);
    time.tv_sec += milliseconds / 1000;
    time.tv_nsec += milliseconds % 1000 * 1000000L;
    if (time.tv_nsec >= 1000000000L) {
        time.tv_nsec -= 1000000000L;
        time.tv_sec++;
    }
    return time;
}

static inline bool has_come(clockid_t clock, const struct timespec *time)
{
    struct timespec now;

    CHECK(clock_gettime(clock, &now) == 0);
    return now.tv_sec > time->tv_sec ||
           (now.tv_sec == time->tv_sec && now.tv_nsec >= time->tv_nsec);
}

/* Makes the call and returns its answer; none of them may change errno. The
 * calls without an end need no time. */
static inline int perform(enum call call, pthread_rwlock_t *lock, clockid_t clock,
                          const struct timespec *time)
{
    static const struct timespec past = { 0, 0 };
    const int unlikely = 4711;
    int answer = -1;

    if (time == NULL)
        time = &past;
    errno = unlikely;
    switch (call) {
    case RDLOCK: answer = pthread_rwlock_rdlock(lock); break;
    case TRYRDLOCK: answer = pthread_rwlock_tryrdlock(lock); break;
    case TIMEDRDLOCK: answer = pthread_rwlock_timedrdlock(lock, time); break;
    case CLOCKRDLOCK: answer = pthread_rwlock_clockrdlock(lock, clock, time); break;
    case WRLOCK: answer = pthread_rwlock_wrlock(lock); break;
    case TRYWRLOCK: answer = pthread_rwlock_trywrlock(lock); break;
    case TIMEDWRLOCK: answer = pthread_rwlock_timedwrlock(lock, time); break;
    case CLOCKWRLOCK: answer = pthread_rwlock_clockwrlock(lock, clock, time); break;
    case UNLOCK: answer = pthread_rwlock_unlock(lock); break;
    case CALLS: break;
    }
    CHECK_EQ(errno, unlikely);
    return answer;
}

#endif
