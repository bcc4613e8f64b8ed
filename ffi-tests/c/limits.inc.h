/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Body of limits.c for one width. */

#define FULL_R ((WORD)FIELD(R_ANY))
#define FULL_W ((WORD)FIELD(W_ANY))
/* The count from which the fast paths leave the decision to the slow ones. */
#define HALF_R ((WORD)(FULL_R & ~(FULL_R >> 1)))
#define HALF_W ((WORD)(FULL_W & ~(FULL_W >> 1)))

static void NAME(refuse)(bool (*try)(WORD *), WORD held, WORD app)
{
    WORD lock = held | app;
    CHECK(!try(&lock));
    CHECK_EQ(lock, held | app);
}

static void NAME(admit)(bool (*try)(WORD *), WORD held, WORD add, WORD app)
{
    WORD lock = held | app;
    CHECK(try(&lock));
    CHECK_EQ(lock, (WORD)(held + add) | app);
}

static void NAME(time_out)(int (*take)(WORD *, uint64_t), WORD held, WORD app)
{
    WORD lock = held | app;
    CHECK_EQ(take(&lock, now_ns() + ms(5)), ETIMEDOUT);
    CHECK_EQ(lock, held | app);
}

static void NAME(refused)(WORD app)
{
    NAME(refuse)(OP(try_r), FULL_R, app);
    NAME(refuse)(OP(try_s), FULL_R, app);
    NAME(refuse)(OP(try_w), FULL_R, app);
    NAME(refuse)(OP(try_w_nowait), FULL_R, app);
    NAME(refuse)(OP(try_a), FULL_R, app);
    NAME(refuse)(OP(try_j), FULL_R, app);
    NAME(refuse)(OP(try_rtow), FULL_R, app);
    NAME(refuse)(OP(try_rtoa), FULL_R, app);
    NAME(refuse)(OP(try_r), FULL_R | FIELD(S_ONE), app);
    NAME(refuse)(OP(try_a), FULL_W, app);
    NAME(refuse)(OP(try_r), FULL_W, app);
    NAME(refuse)(OP(try_w), FULL_W, app);
    NAME(refuse)(OP(try_j), FULL_W, app);

    NAME(time_out)(OP(take_r_until), FULL_R, app);
    NAME(time_out)(OP(take_s_until), FULL_R, app);
    NAME(time_out)(OP(take_w_until), FULL_R, app);
    NAME(time_out)(OP(take_r_until), FULL_R | FIELD(S_ONE), app);
    NAME(time_out)(OP(take_w_until), FULL_R | FIELD(S_ONE), app);
    NAME(time_out)(OP(take_w_until), FULL_W, app);
}

static void NAME(admitted)(WORD app)
{
    const WORD last_r = FULL_R - FIELD(R_ONE), last_w = FULL_W - FIELD(W_ONE);

    NAME(admit)(OP(try_r), last_r, HOLD_R, app);
    NAME(admit)(OP(try_s), last_r, HOLD_S, app);
    NAME(admit)(OP(try_a), last_w, HOLD_A, app);
    NAME(admit)(OP(try_r), HALF_R - FIELD(R_ONE), HOLD_R, app);
    NAME(admit)(OP(try_r), HALF_R, HOLD_R, app);
    NAME(admit)(OP(try_s), HALF_R, HOLD_S, app);
    NAME(admit)(OP(try_a), HALF_W - FIELD(W_ONE), HOLD_A, app);
    NAME(admit)(OP(try_a), HALF_W, HOLD_A, app);
    /* A reader is counted already: S is free although R is full. */
    NAME(admit)(OP(try_rtos), FULL_R, HOLD_S - HOLD_R, app);

    /* The last of all possible readers joins, then all of them claim. */
    WORD lock = FULL_R | last_w | app;
    OP(rtoj)(&lock);
    CHECK_EQ(lock, FULL_R | FULL_W | app);
    OP(jtoc)(&lock);
    CHECK_EQ(lock, FULL_R | FIELD(S_ONE) | FULL_W | app);
    OP(drop_c)(&lock);
    CHECK_EQ(lock, last_r | FIELD(S_ONE) | last_w | app);

    lock = last_r | FULL_W | app;
    OP(atoj)(&lock);
    CHECK_EQ(lock, FULL_R | FULL_W | app);

    /* The slow path of a take that has room need not wait. */
    lock = last_r | app;
    OP(take_r)(&lock);
    CHECK_EQ(lock, FULL_R | app);
    lock = last_w | app;
    OP(take_a)(&lock);
    CHECK_EQ(lock, FULL_W | app);
}

DEFINE_CALL(take_r)
DEFINE_CALL(take_s)
DEFINE_CALL(take_w)
DEFINE_CALL(take_a)
DEFINE_CALL(take_j)

static void NAME(wait_for)(void (*take)(void *), WORD held, WORD leaving, WORD after, WORD app)
{
    WORD lock = held | app;
    struct waiter waiter;

    waiter_start(&waiter, take, &lock);
    sleep_ms(WATCHED_MS);
    CHECK(!waiter_is_back(&waiter));
    LEAVE(&lock, leaving);
    waiter_join(&waiter);
    CHECK_EQ(LOAD(&lock), after | app);
}

static void NAME(waited_for)(WORD app)
{
    const WORD s_one = FIELD(S_ONE), last_r = FULL_R - FIELD(R_ONE);

    /* One place becomes free and is taken. */
    NAME(wait_for)(NAME(take_r), FULL_R, HOLD_R, FULL_R, app);
    NAME(wait_for)(NAME(take_s), FULL_R, HOLD_R, FULL_R | s_one, app);
    NAME(wait_for)(NAME(take_r), FULL_R | s_one, HOLD_R, FULL_R | s_one, app);
    NAME(wait_for)(NAME(take_a), FULL_W, HOLD_A, FULL_W, app);
    /* Those who need the lock for themselves wait for all. */
    NAME(wait_for)(NAME(take_w), FULL_R, FULL_R, HOLD_W, app);
    NAME(wait_for)(NAME(take_a), FULL_R, FULL_R, HOLD_A, app);
    NAME(wait_for)(NAME(take_j), FULL_R, FULL_R, HOLD_J, app);
    NAME(wait_for)(NAME(take_w), FULL_R | s_one, FULL_R | s_one, HOLD_W, app);
    NAME(wait_for)(NAME(take_w), last_r, last_r, HOLD_W, app);
    NAME(wait_for)(NAME(take_w), FULL_W, FULL_W, HOLD_W, app);
    NAME(wait_for)(NAME(take_r), FULL_W, FULL_W, HOLD_R, app);
}

#undef FULL_R
#undef FULL_W
#undef HALF_R
#undef HALF_W
