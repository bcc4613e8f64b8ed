/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Body of backoff.c for one width. */

DEFINE_CALL(take_r)
DEFINE_CALL(take_s)
DEFINE_CALL(take_w)
DEFINE_CALL(take_a)
DEFINE_CALL(take_j)
DEFINE_CALL(stow)
DEFINE_CALL(ator)
DEFINE_CALL(rtoj)
DEFINE_CALL(rtoc)
DEFINE_CALL(ctoa)

static void NAME(until_r)(void *lock)
{
    CHECK_EQ(OP(take_r_until)((WORD *)lock, now_ns() + ms(60000)), 0);
}

static void NAME(until_s)(void *lock)
{
    CHECK_EQ(OP(take_s_until)((WORD *)lock, now_ns() + ms(60000)), 0);
}

static void NAME(until_w)(void *lock)
{
    CHECK_EQ(OP(take_w_until)((WORD *)lock, now_ns() + ms(60000)), 0);
}

static void NAME(unlock)(void *lock)
{
    OP(wait_unlock)((WORD *)lock, FIELD(W_ANY) | FIELD(S_ANY));
}

static void NAME(renewed)(void *lock)
{
    OP(wait_new)((WORD *)lock, HOLD_W);
}

static void NAME(all)(bool expected)
{
    const struct {
        const char *name;
        void (*call)(void *);
        WORD held, leaving;
    } waits[] = {
        { "take_r", NAME(take_r), HOLD_W, HOLD_W },
        { "take_s", NAME(take_s), HOLD_W, HOLD_W },
        { "take_w", NAME(take_w), HOLD_W, HOLD_W },
        { "take_w behind a reader", NAME(take_w), HOLD_R, HOLD_R },
        { "take_w behind a seeker", NAME(take_w), HOLD_S, HOLD_S },
        { "take_a", NAME(take_a), HOLD_W, HOLD_W },
        { "take_a behind a reader", NAME(take_a), HOLD_R, HOLD_R },
        { "take_j", NAME(take_j), HOLD_W, HOLD_W },
        { "take_j behind a reader", NAME(take_j), HOLD_R, HOLD_R },
        { "take_r_until", NAME(until_r), HOLD_W, HOLD_W },
        { "take_s_until", NAME(until_s), HOLD_W, HOLD_W },
        { "take_w_until", NAME(until_w), HOLD_W, HOLD_W },
        { "take_w_until behind a reader", NAME(until_w), HOLD_R, HOLD_R },
        { "stow", NAME(stow), AT(2, 1, 0), HOLD_R },
        { "ator", NAME(ator), AT(0, 0, 2), HOLD_A },
        { "rtoj", NAME(rtoj), AT(2, 0, 0), HOLD_R },
        { "rtoc", NAME(rtoc), AT(2, 0, 0), HOLD_R },
        { "ctoa", NAME(ctoa), AT(2, 1, 2), HOLD_C },
        { "wait_unlock", NAME(unlock), HOLD_W, HOLD_W },
        { "wait_new", NAME(renewed), HOLD_W, HOLD_W },
    };

    for (unsigned i = 0; i < sizeof(waits) / sizeof(waits[0]); i++) {
        WORD lock = waits[i].held;
        struct waiter waiter;
        unsigned long before = __atomic_load_n(&yields, __ATOMIC_SEQ_CST);

        waiter_start(&waiter, waits[i].call, &lock);
        unsigned long count = 0;
        unsigned waited = 0;
        do {
            sleep_ms(HELD_MS);
            waited += HELD_MS;
            count = __atomic_load_n(&yields, __ATOMIC_SEQ_CST) - before;
        } while (expected && count == 0 && waited < PATIENCE_MS);
        CHECK(!waiter_is_back(&waiter));
        LEAVE(&lock, waits[i].leaving);
        waiter_join(&waiter);
        report(waits[i].name, (unsigned)sizeof(WORD) * 8, expected, count);
    }
}
