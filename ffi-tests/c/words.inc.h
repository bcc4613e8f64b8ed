/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Body of words.c for one width. */

struct NAME(guarded) {
    WORD before;
    WORD lock;
    WORD after;
};

/* The word is the application's bits and `want`, and nothing else changed. */
#define EXPECT(want)                              \
    do {                                          \
        CHECK_EQ(LOAD(&g.lock), (WORD)(want) | app); \
        CHECK_EQ(g.before, (WORD)GUARD);          \
        CHECK_EQ(g.after, (WORD)GUARD);           \
    } while (0)

#define STEP(operation, want)      \
    do {                           \
        OP(operation)(&g.lock);    \
        EXPECT(want);              \
    } while (0)

#define YES(operation, want)             \
    do {                                 \
        CHECK(OP(operation)(&g.lock));   \
        EXPECT(want);                    \
    } while (0)

#define NO(operation, want)              \
    do {                                 \
        CHECK(!OP(operation)(&g.lock));  \
        EXPECT(want);                    \
    } while (0)

#define BEGIN struct NAME(guarded) g = { (WORD)GUARD, app, (WORD)GUARD }

static void NAME(enter_and_leave)(WORD app)
{
    BEGIN;
    STEP(take_r, HOLD_R);
    STEP(take_r, AT(2, 0, 0));
    YES(try_r, AT(3, 0, 0));
    STEP(drop_r, AT(2, 0, 0));
    STEP(take_s, AT(3, 1, 0));
    STEP(drop_s, AT(2, 0, 0));
    YES(try_s, AT(3, 1, 0));
    YES(try_r, AT(4, 1, 0));
    STEP(drop_r, AT(3, 1, 0));
    STEP(drop_s, AT(2, 0, 0));
    STEP(drop_r, HOLD_R);
    STEP(drop_r, 0);

    STEP(take_s, HOLD_S);
    STEP(drop_s, 0);
    YES(try_s, HOLD_S);
    STEP(drop_s, 0);

    STEP(take_w, HOLD_W);
    STEP(drop_w, 0);
    YES(try_w, HOLD_W);
    STEP(drop_w, 0);
    YES(try_w_nowait, HOLD_W);
    STEP(drop_w, 0);

    STEP(take_a, HOLD_A);
    STEP(take_a, AT(0, 0, 2));
    YES(try_a, AT(0, 0, 3));
    STEP(drop_a, AT(0, 0, 2));
    STEP(drop_a, HOLD_A);
    STEP(drop_a, 0);
    YES(try_a, HOLD_A);
    STEP(drop_a, 0);

    STEP(take_j, HOLD_J);
    STEP(drop_j, 0);
    YES(try_j, HOLD_J);
    STEP(drop_j, 0);
}

static void NAME(up_and_down)(WORD app)
{
    BEGIN;
    /* S and back by every way down. */
    STEP(take_s, HOLD_S);
    STEP(stow, HOLD_W);
    STEP(wtos, HOLD_S);
    STEP(stow, HOLD_W);
    STEP(wtor, HOLD_R);
    YES(try_rtos, HOLD_S);
    STEP(stor, HOLD_R);
    YES(try_rtow, HOLD_W);
    STEP(wtor, HOLD_R);
    YES(try_rtoa, HOLD_A);
    STEP(ator, HOLD_R);
    STEP(drop_r, 0);

    /* Beside a second reader: S may be had, nothing that must be alone. */
    STEP(take_r, HOLD_R);
    STEP(take_r, AT(2, 0, 0));
    NO(try_rtow, AT(2, 0, 0));
    NO(try_rtoa, AT(2, 0, 0));
    YES(try_rtos, AT(2, 1, 0));
    NO(try_rtos, AT(2, 1, 0));
    NO(try_rtow, AT(2, 1, 0));
    NO(try_rtoa, AT(2, 1, 0));
    STEP(drop_r, HOLD_S);
    STEP(stow, HOLD_W);
    STEP(drop_w, 0);

    /* A becomes J and leaves as J, alone and beside another A. */
    STEP(take_a, HOLD_A);
    STEP(atoj, HOLD_J);
    STEP(drop_j, 0);
    STEP(take_a, HOLD_A);
    STEP(take_a, AT(0, 0, 2));
    STEP(atoj, AT(1, 0, 2));
    STEP(drop_a, HOLD_J);
    STEP(drop_j, 0);
}

static void NAME(joined)(WORD app)
{
    BEGIN;
    /* Alone: all readers have joined as soon as the only one has. */
    STEP(take_r, HOLD_R);
    STEP(rtoj, HOLD_J);
    STEP(drop_j, 0);
    STEP(take_r, HOLD_R);
    STEP(rtoj, HOLD_J);
    STEP(jtoc, HOLD_C);
    STEP(jtoc, HOLD_C);
    STEP(drop_c, 0);
    STEP(take_r, HOLD_R);
    STEP(rtoc, HOLD_C);
    STEP(ctoa, HOLD_A);
    STEP(atoj, HOLD_J);
    STEP(jtoc, HOLD_C);
    STEP(ctoa, HOLD_A);
    STEP(drop_a, 0);

    /* The second of two readers, the first of whom waits in its rtoj. */
    g.lock = app | AT(2, 0, 1);
    STEP(rtoj, AT(2, 0, 2));
    STEP(jtoc, AT(2, 1, 2));
    STEP(jtoc, AT(2, 1, 2));
    STEP(drop_c, AT(1, 1, 1));
    STEP(drop_c, 0);

    /* The last to leave R takes the signal with it, whoever it is. */
    g.lock = app | AT(2, 1, 2);
    STEP(drop_j, AT(1, 1, 1));
    STEP(drop_j, 0);
    g.lock = app | AT(1, 1, 2);
    STEP(drop_j, HOLD_A);
    STEP(drop_a, 0);

    /* Of three who claim, one leaves and one is on its way from C to A. */
    g.lock = app | AT(2, 1, 3);
    STEP(drop_c, AT(1, 1, 2));
    STEP(ctoa, AT(0, 0, 2));
    STEP(drop_a, HOLD_A);
    STEP(drop_a, 0);
}

static void NAME(asked_without_change)(WORD app)
{
    BEGIN;
    CHECK(OP(last_writer)(&g.lock));
    STEP(take_a, HOLD_A);
    CHECK(OP(last_writer)(&g.lock));
    STEP(take_a, AT(0, 0, 2));
    CHECK(!OP(last_writer)(&g.lock));
    EXPECT(AT(0, 0, 2));

    /* The wait helpers return what they saw, at once if it is good already. */
    CHECK_EQ(OP(wait_unlock)(&g.lock, FIELD(S_ANY) | FIELD(R_ANY)), AT(0, 0, 2) | app);
    CHECK_EQ(OP(wait_new)(&g.lock, 0 - (WORD)1), AT(0, 0, 2) | app);
    EXPECT(AT(0, 0, 2));
    STEP(drop_a, HOLD_A);
    STEP(drop_a, 0);
    CHECK_EQ(OP(wait_unlock)(&g.lock, (WORD)~FIELD(APP)), app);
    EXPECT(0);
}

static void NAME(timed)(WORD app)
{
    BEGIN;
    CHECK_EQ(OP(take_r_until)(&g.lock, 0), 0);
    EXPECT(HOLD_R);
    CHECK_EQ(OP(take_s_until)(&g.lock, 0), 0);
    EXPECT(AT(2, 1, 0));
    CHECK_EQ(OP(take_w_until)(&g.lock, 0), ETIMEDOUT);
    CHECK_EQ(OP(take_s_until)(&g.lock, 0), ETIMEDOUT);
    EXPECT(AT(2, 1, 0));
    STEP(drop_r, HOLD_S);
    STEP(drop_s, 0);
    CHECK_EQ(OP(take_w_until)(&g.lock, 0), 0);
    EXPECT(HOLD_W);
    CHECK_EQ(OP(take_r_until)(&g.lock, 0), ETIMEDOUT);
    EXPECT(HOLD_W);
    STEP(drop_w, 0);
}

/* The argument is evaluated once, also by names that are macros. */
static void NAME(once)(WORD app)
{
    WORD locks[2] = { app, app }, *next = locks;

    OP(take_r)(next++);
    CHECK(next == locks + 1);
    CHECK(!OP(try_w)(--next));
    CHECK(next == locks);
    CHECK_EQ(OP(wait_unlock)(next++, FIELD(W_ANY)), HOLD_R | app);
    CHECK(next == locks + 1);
    CHECK_EQ(locks[0], HOLD_R | app);
    CHECK_EQ(locks[1], app);
}

static void NAME(all)(WORD app)
{
    NAME(enter_and_leave)(app);
    NAME(up_and_down)(app);
    NAME(joined)(app);
    NAME(asked_without_change)(app);
    NAME(timed)(app);
    NAME(once)(app);
}

#undef EXPECT
#undef STEP
#undef YES
#undef NO
#undef BEGIN
