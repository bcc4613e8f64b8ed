/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Body of waits.c for one width. */

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

/* Five locks in the same state, so that all kinds wait at the same time. */
static void NAME(newcomers)(const struct row *row, WORD app)
{
    static const char kinds[] = "rswaj";
    void (*const take[])(void *) = { NAME(take_r), NAME(take_s), NAME(take_w), NAME(take_a),
                                     NAME(take_j) };
    const WORD hold[] = { HOLD_R, HOLD_S, HOLD_W, HOLD_A, HOLD_J };
    const WORD held = AT(row->r, row->s, row->w);
    struct waiter waiters[5];
    WORD locks[5];

    for (unsigned i = 0; i < 5; i++) {
        locks[i] = held | app;
        waiter_start(&waiters[i], take[i], &locks[i]);
    }
    sleep_ms(WATCHED_MS);
    for (unsigned i = 0; i < 5; i++) {
        bool must_wait = strchr(row->waiting, kinds[i]) != NULL;
        if (must_wait && waiter_is_back(&waiters[i])) {
            fprintf(stderr, "%u-bit take_%c was granted with %s inside, word 0x%" PRIx64 "\n",
                    (unsigned)sizeof(WORD) * 8, kinds[i], row->held, (uint64_t)locks[i]);
            exit(1);
        }
        if (!must_wait) {
            waiter_join(&waiters[i]);
            CHECK_EQ(LOAD(&locks[i]), (held + hold[i]) | app);
        }
        /* Readers who wait for a writer to come must be kept out meanwhile. */
        if (must_wait && kinds[i] == 'w' && row->w == 0)
            CHECK(!OP(try_r)(&locks[i]));
        LEAVE(&locks[i], held);
        if (must_wait)
            waiter_join(&waiters[i]);
        CHECK_EQ(LOAD(&locks[i]), hold[i] | app);
    }
}

/* `change` on a word that counts (r, s, w) waits until `leaving` has left. */
static void NAME(one_change)(void (*change)(void *), WORD held, WORD leaving, WORD after, WORD app)
{
    WORD lock = held | app;
    struct waiter waiter;

    waiter_start(&waiter, change, &lock);
    sleep_ms(WATCHED_MS);
    CHECK(!waiter_is_back(&waiter));
    LEAVE(&lock, leaving);
    waiter_join(&waiter);
    CHECK_EQ(LOAD(&lock), after | app);
}

/* A seeker upgrades although a writer is lined up behind it, and both end. */
static void NAME(upgrade_before_parked_writer)(WORD app)
{
    WORD lock = app;
    struct waiter writer, upgrade;

    OP(take_s)(&lock);
    OP(take_r)(&lock);
    waiter_start(&writer, NAME(take_w), &lock);
    sleep_ms(WATCHED_MS);
    CHECK(!waiter_is_back(&writer));
    CHECK(!OP(try_r)(&lock));
    CHECK(!OP(try_a)(&lock));

    waiter_start(&upgrade, NAME(stow), &lock);
    sleep_ms(WATCHED_MS);
    CHECK(!waiter_is_back(&upgrade));
    OP(drop_r)(&lock);
    waiter_join(&upgrade);
    sleep_ms(WATCHED_MS);
    CHECK(!waiter_is_back(&writer));
    OP(wtos)(&lock);
    sleep_ms(WATCHED_MS);
    CHECK(!waiter_is_back(&writer));
    OP(stor)(&lock);
    sleep_ms(WATCHED_MS);
    CHECK(!waiter_is_back(&writer));
    OP(drop_r)(&lock);
    waiter_join(&writer);
    CHECK_EQ(LOAD(&lock), HOLD_W | app);
}

/* The seeker is gone before a parked writer is in: no A may slip between. */
static void NAME(atomic_beside_parked_writer)(WORD app)
{
    WORD lock = app;
    struct waiter writer, atomic;

    OP(take_s)(&lock);
    OP(take_r)(&lock);
    waiter_start(&writer, NAME(take_w), &lock);
    sleep_ms(WATCHED_MS);
    waiter_start(&atomic, NAME(take_a), &lock);
    OP(drop_s)(&lock);
    sleep_ms(WATCHED_MS);
    CHECK(!waiter_is_back(&writer));
    CHECK(!waiter_is_back(&atomic));
    OP(drop_r)(&lock);
    /* Either may come first, never both. */
    while (!waiter_is_back(&writer) && !waiter_is_back(&atomic))
        sleep_ms(1);
    sleep_ms(WATCHED_MS);
    CHECK(waiter_is_back(&writer) != waiter_is_back(&atomic));
    if (waiter_is_back(&writer)) {
        OP(drop_w)(&lock);
        waiter_join(&atomic);
        waiter_join(&writer);
        OP(drop_a)(&lock);
    } else {
        OP(drop_a)(&lock);
        waiter_join(&writer);
        waiter_join(&atomic);
        OP(drop_w)(&lock);
    }
    CHECK_EQ(LOAD(&lock), app);
}

/*
 * A writer comes while one A waits for another to become a reader: whichever
 * of them looks first when the other A leaves, the reader must get in and the
 * writer wait for it.
 */
static void NAME(reader_before_claim)(WORD app)
{
    WORD lock = AT(0, 0, 2) | app;
    struct waiter reader, writer;

    waiter_start(&reader, NAME(ator), &lock);
    sleep_ms(WATCHED_MS);
    CHECK_EQ(LOAD(&lock), AT(1, 3, 1) | app);
    waiter_start(&writer, NAME(take_w), &lock);
    sleep_ms(WATCHED_MS);
    OP(drop_a)(&lock);
    for (unsigned i = 0; i < 2000 && !waiter_is_back(&reader); i++)
        sleep_ms(1);
    CHECK(waiter_is_back(&reader));
    waiter_join(&reader);
    sleep_ms(WATCHED_MS);
    CHECK(!waiter_is_back(&writer));
    OP(drop_r)(&lock);
    waiter_join(&writer);
    CHECK_EQ(LOAD(&lock), HOLD_W | app);
}

static void NAME(changes)(WORD app)
{
    /* The seeker waits for the other reader. */
    NAME(one_change)(NAME(stow), AT(2, 1, 0), HOLD_R, HOLD_W, app);
    /* One of two atomics becomes a reader once the other has left. */
    NAME(one_change)(NAME(ator), AT(0, 0, 2), HOLD_A, HOLD_R, app);
    /* A reader joins once the other reader has left. */
    NAME(one_change)(NAME(rtoj), AT(2, 0, 0), HOLD_R, HOLD_J, app);
    NAME(one_change)(NAME(rtoc), AT(2, 0, 0), HOLD_R, HOLD_C, app);
    /* From C to A once nobody claims any more. */
    NAME(one_change)(NAME(ctoa), AT(2, 1, 2), AT(1, 1, 1), HOLD_A, app);

    NAME(upgrade_before_parked_writer)(app);
    NAME(atomic_beside_parked_writer)(app);
    NAME(reader_before_claim)(app);
}
