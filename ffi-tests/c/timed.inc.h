/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Body of timed.c for one width. */

typedef int (*NAME(timed))(WORD *lock, uint64_t deadline);

static void NAME(free_lock)(NAME(timed) take, WORD hold, WORD app)
{
    const uint64_t deadlines[] = { 0, 1, now_ns() - 1, now_ns() + ms(1000), UINT64_MAX };

    for (unsigned i = 0; i < sizeof(deadlines) / sizeof(deadlines[0]); i++) {
        WORD lock = app;
        CHECK_EQ(take(&lock, deadlines[i]), 0);
        CHECK_EQ(lock, hold | app);
    }
}

static void NAME(held_lock)(NAME(timed) take, WORD held, WORD app)
{
    const uint64_t past[] = { 0, 1, now_ns() - 1, now_ns() };

    for (unsigned i = 0; i < sizeof(past) / sizeof(past[0]); i++) {
        WORD lock = held | app;
        uint64_t called = now_ns();
        CHECK_EQ(take(&lock, past[i]), ETIMEDOUT);
        CHECK(now_ns() - called < ms(LATEST_MS));
        CHECK_EQ(lock, held | app);
    }

    static const unsigned waits_us[] = { 1, 20, 300, 4000, 20000 };
    for (unsigned i = 0; i < sizeof(waits_us) / sizeof(waits_us[0]); i++) {
        WORD lock = held | app;
        uint64_t deadline = now_ns() + (uint64_t)waits_us[i] * 1000;
        CHECK_EQ(take(&lock, deadline), ETIMEDOUT);
        uint64_t returned = now_ns();
        CHECK(returned >= deadline);
        CHECK(returned - deadline < ms(LATEST_MS));
        CHECK_EQ(lock, held | app);
    }
}

/* Whoever is kept out by the timed attempt gets in once it has given up. */
struct NAME(attempt) {
    NAME(timed) take;
    WORD *lock;
    uint64_t deadline;
    int result;
    int called;
    int returned;
};

static void *NAME(attempt_body)(void *argument)
{
    struct NAME(attempt) *attempt = argument;
    raise_flag(&attempt->called);
    attempt->result = attempt->take(attempt->lock, attempt->deadline);
    raise_flag(&attempt->returned);
    return NULL;
}

static pthread_t NAME(attempt_start)(struct NAME(attempt) *attempt, NAME(timed) take, WORD *lock,
                                     unsigned wait_ms)
{
    *attempt = (struct NAME(attempt)){ .take = take, .lock = lock,
                                       .deadline = now_ns() + ms(wait_ms) };
    pthread_t thread = start(NAME(attempt_body), attempt);
    await_flag(&attempt->called);
    return thread;
}

DEFINE_CALL(take_r)
DEFINE_CALL(stow)

static void NAME(given_up_behind_reader)(WORD app)
{
    WORD lock = app;
    struct NAME(attempt) attempt;
    struct waiter reader;

    OP(take_r)(&lock);
    pthread_t writer = NAME(attempt_start)(&attempt, OP(take_w_until), &lock, 60);
    sleep_ms(10);
    /* The claim holds new readers back while it lasts, and no longer. */
    waiter_start(&reader, NAME(take_r), &lock);
    join(writer);
    CHECK_EQ(attempt.result, ETIMEDOUT);
    waiter_join(&reader);
    CHECK_EQ(LOAD(&lock), AT(2, 0, 0) | app);
    OP(drop_r)(&lock);
    CHECK(OP(try_rtow)(&lock));
    OP(drop_w)(&lock);
    CHECK_EQ(lock, app);
}

static void NAME(given_up_behind_seeker)(WORD app)
{
    WORD lock = app;
    struct NAME(attempt) attempt;
    struct waiter upgrade;

    /* The seeker stays as it is. */
    OP(take_s)(&lock);
    pthread_t writer = NAME(attempt_start)(&attempt, OP(take_w_until), &lock, 30);
    join(writer);
    CHECK_EQ(attempt.result, ETIMEDOUT);
    CHECK_EQ(LOAD(&lock), HOLD_S | app);
    CHECK(OP(try_r)(&lock));

    /* The seeker upgrades while the writer is parked, which then gives up. */
    writer = NAME(attempt_start)(&attempt, OP(take_w_until), &lock, 60);
    sleep_ms(10);
    waiter_start(&upgrade, NAME(stow), &lock);
    join(writer);
    CHECK_EQ(attempt.result, ETIMEDOUT);
    OP(drop_r)(&lock);
    waiter_join(&upgrade);
    CHECK_EQ(LOAD(&lock), HOLD_W | app);
    OP(drop_w)(&lock);
    CHECK_EQ(lock, app);

    /* The seeker leaves while the writer is parked; a reader stays too long. */
    OP(take_s)(&lock);
    OP(take_r)(&lock);
    writer = NAME(attempt_start)(&attempt, OP(take_w_until), &lock, 40);
    sleep_ms(10);
    OP(drop_s)(&lock);
    join(writer);
    CHECK_EQ(attempt.result, ETIMEDOUT);
    CHECK_EQ(LOAD(&lock), HOLD_R | app);
    CHECK(OP(try_rtos)(&lock));
    OP(drop_s)(&lock);
    CHECK_EQ(lock, app);
}

static void NAME(granted_in_time)(NAME(timed) take, WORD held, WORD hold, uint64_t wait, WORD app)
{
    WORD lock = held | app;
    struct NAME(attempt) attempt = { .take = take, .lock = &lock,
                                     .deadline = wait == UINT64_MAX ? wait : now_ns() + wait };
    pthread_t thread = start(NAME(attempt_body), &attempt);
    await_flag(&attempt.called);
    sleep_ms(10);
    CHECK(!flag_is_up(&attempt.returned));
    LEAVE(&lock, held);
    join(thread);
    CHECK_EQ(attempt.result, 0);
    CHECK_EQ(LOAD(&lock), hold | app);
}

static void NAME(all)(WORD app)
{
    const struct {
        NAME(timed) take;
        WORD hold;
        unsigned blockers;
        WORD blocked_by[9];
    } forms[] = {
        { OP(take_r_until), HOLD_R, 6,
          { HOLD_W, HOLD_A, AT(0, 0, 2), HOLD_J, AT(2, 1, 2), AT(0, 1, 1) } },
        { OP(take_s_until), HOLD_S, 8,
          { HOLD_W, HOLD_A, AT(0, 0, 2), HOLD_J, AT(2, 1, 2), AT(0, 1, 1), HOLD_S,
            AT(2, 1, 0) } },
        { OP(take_w_until), HOLD_W, 9,
          { HOLD_W, HOLD_A, AT(0, 0, 2), HOLD_J, AT(2, 1, 2), HOLD_S, AT(2, 1, 0), HOLD_R,
            AT(2, 0, 0) } },
    };

    for (unsigned i = 0; i < 3; i++) {
        NAME(free_lock)(forms[i].take, forms[i].hold, app);
        for (unsigned j = 0; j < forms[i].blockers; j++)
            NAME(held_lock)(forms[i].take, forms[i].blocked_by[j], app);
        for (unsigned j = 0; j < forms[i].blockers; j++)
            NAME(granted_in_time)(forms[i].take, forms[i].blocked_by[j], forms[i].hold,
                                  j % 2 ? UINT64_MAX : ms(20000), app);
    }
    NAME(given_up_behind_reader)(app);
    NAME(given_up_behind_seeker)(app);
}
