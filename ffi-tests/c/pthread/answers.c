/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * What each call answers in each state of the lock, with each sort of deadline
 * and clock: against a model of what glibc answers, in the order in which it
 * judges. A call that would wait for ever is left out.
 */
#include "actor.h"

/* Who has the lock when the call is made. */
enum state {
    FREE,
    READ_BY_ME,
    READ_BY_OTHER,
    WRITTEN_BY_ME,
    WRITTEN_BY_OTHER,
    WAITED_FOR, /* read by another, while a writer waits */
    STATES
};

static const char *const states[STATES] = {
    "free", "read by me", "read by another", "written by me", "written by another", "waited for",
};

/* Deadlines, by what is wrong with them. */
static const struct deadline {
    const char *name;
    bool valid;
    bool relative; /* to now */
    struct timespec time;
} deadlines[] = {
    { "soon", true, true, { 0, 5 } },
    { "now", true, true, { 0, 0 } },
    { "1970", true, false, { 0, 0 } },
    { "1 ns", true, false, { 0, 1 } },
    { "before 1970", true, false, { -1, 0 } },
    { "long before", true, false, { LONG_MIN, 999999999 } },
    { "nsec -1", false, false, { 0, -1 } },
    { "nsec -1, far", false, false, { LONG_MAX, -1 } },
    { "nsec 1e9", false, false, { 0, 1000000000L } },
    { "nsec 1e9, far", false, false, { 4000000000L, 1000000000L } },
    { "nsec max", false, false, { 0, LONG_MAX } },
    { "nsec min", false, false, { -1, LONG_MIN } },
};

static const clockid_t clocks[] = {
    CLOCK_REALTIME, CLOCK_MONOTONIC, /* the two that are valid */
    CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID, CLOCK_MONOTONIC_RAW, CLOCK_REALTIME_COARSE,
    CLOCK_MONOTONIC_COARSE, CLOCK_BOOTTIME, CLOCK_REALTIME_ALARM, CLOCK_BOOTTIME_ALARM, CLOCK_TAI,
    -1, 12, 100, INT_MIN, INT_MAX,
};

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define WOULD_WAIT (-1)

/* The answer, or WOULD_WAIT. */
static int expected(enum state state, int kind, enum call call, bool time_is_valid)
{
    bool refused;

    if (is_timed(call) && !time_is_valid)
        return EINVAL;
    switch (state) {
    case FREE:
        refused = false;
        break;
    case WRITTEN_BY_ME:
        return is_try(call) ? EBUSY : EDEADLK;
    case WRITTEN_BY_OTHER:
        refused = true;
        break;
    case WAITED_FOR:
        refused = !is_read(call) || kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
        break;
    default:
        refused = !is_read(call);
    }
    if (!refused)
        return 0;
    if (is_timed(call))
        return ETIMEDOUT;
    return is_try(call) ? EBUSY : WOULD_WAIT;
}

static void check_call(pthread_rwlock_t *lock, enum state state, int kind, enum call call,
                       clockid_t clock, const struct deadline *deadline)
{
    bool clock_is_valid = call != CLOCKRDLOCK && call != CLOCKWRLOCK;
    struct timespec time = deadline->time;
    int want, answer;

    if (!clock_is_valid)
        clock_is_valid = clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
    else
        clock = CLOCK_REALTIME;
    if (deadline->relative)
        time = after_ms(clock_is_valid ? clock : CLOCK_REALTIME, deadline->time.tv_nsec);
    want = expected(state, kind, call, deadline->valid && clock_is_valid);
    if (want == WOULD_WAIT)
        return;
    answer = perform(call, lock, clock, &time);
    if (answer != want) {
        fprintf(stderr, "kind %d, %s: %s by clock %d, deadline %s: %d, expected %d\n", kind,
                states[state], call_names[call], clock, deadline->name, answer, want);
        _exit(1);
    }
    if (answer == ETIMEDOUT)
        CHECK(has_come(clock, &time));
    if (answer == 0)
        CHECK_EQ(perform(UNLOCK, lock, 0, NULL), 0);
}

static void check_calls(pthread_rwlock_t *lock, enum state state, int kind)
{
    for (int call = RDLOCK; call < UNLOCK; call++) {
        bool has_clock = call == CLOCKRDLOCK || call == CLOCKWRLOCK;

        for (size_t clock = 0; clock < (has_clock ? COUNT(clocks) : 1); clock++)
            for (size_t i = 0; i < (is_timed((enum call)call) ? COUNT(deadlines) : 1); i++)
                check_call(lock, state, kind, (enum call)call, clocks[clock], &deadlines[i]);
    }
}

static void check_lock(pthread_rwlock_t *lock, int kind, int shared)
{
    struct actor other, writer;

    make_lock(lock, kind, shared);
    actor_start(&other, lock);
    actor_start(&writer, lock);
    check_calls(lock, FREE, kind);

    CHECK_EQ(perform(RDLOCK, lock, 0, NULL), 0);
    check_calls(lock, READ_BY_ME, kind);
    CHECK_EQ(perform(UNLOCK, lock, 0, NULL), 0);

    CHECK_EQ(perform(WRLOCK, lock, 0, NULL), 0);
    check_calls(lock, WRITTEN_BY_ME, kind);
    CHECK_EQ(perform(UNLOCK, lock, 0, NULL), 0);

    CHECK_EQ(call_by(&other, WRLOCK), 0);
    check_calls(lock, WRITTEN_BY_OTHER, kind);
    CHECK_EQ(call_by(&other, UNLOCK), 0);

    CHECK_EQ(call_by(&other, RDLOCK), 0);
    check_calls(lock, READ_BY_OTHER, kind);
    queue_up(&writer, WRLOCK);
    check_calls(lock, WAITED_FOR, kind);
    await_asleep(&writer);
    CHECK_EQ(call_by(&other, UNLOCK), 0);
    CHECK_EQ(answer_of(&writer), 0);
    CHECK_EQ(call_by(&writer, UNLOCK), 0);

    /* All those refusals left nothing behind. */
    check_free(lock);
    actor_end(&other);
    actor_end(&writer);
}

/* glibc's lock is corrupt after that; the shim's is not. */
static void check_unlock_of_free(pthread_rwlock_t *lock)
{
    for (int i = 0; i < 3; i++) {
        CHECK_EQ(perform(UNLOCK, lock, 0, NULL), 0);
        check_free(lock);
    }
}

int main(void)
{
    pthread_rwlock_t lock;

    setup();
    for (int kind = 0; kind < 3; kind++) {
        for (int shared = 0; shared < 2; shared++) {
            check_lock(&lock, kind, shared);
            if (with_shim)
                check_unlock_of_free(&lock);
        }
    }
    puts("answers: ok");
    return 0;
}
