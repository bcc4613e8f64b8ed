/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Body of matrix.c for one width. */

struct NAME(question) {
    const char *operation;
    bool (*ask)(WORD *lock);
    WORD add;
};

static void NAME(answer)(const struct row *row, const struct NAME(question) *q, char expected,
                         WORD app)
{
    WORD held = AT(row->r, row->s, row->w) | app;
    WORD lock = held;

    if (expected == '-')
        return;
    bool granted = q->ask(&lock);
    WORD want = expected == 'y' ? held + q->add : held;
    if (granted != (expected == 'y') || lock != want) {
        fprintf(stderr, "%u-bit %s with %s inside, app bits %u: %s, word 0x%" PRIx64 " -> 0x%"
                PRIx64 "\n", (unsigned)sizeof(WORD) * 8, q->operation, row->held, (unsigned)app,
                granted ? "granted" : "refused", (uint64_t)held, (uint64_t)lock);
        exit(1);
    }
}

static void NAME(ask)(const struct row *row, WORD app)
{
    const struct NAME(question) comers[] = {
        { "try_r", OP(try_r), HOLD_R },
        { "try_s", OP(try_s), HOLD_S },
        { "try_w", OP(try_w), HOLD_W },
        { "try_w_nowait", OP(try_w_nowait), HOLD_W },
        { "try_a", OP(try_a), HOLD_A },
        { "try_j", OP(try_j), HOLD_J },
    };
    const struct NAME(question) upgrades[] = {
        { "try_rtos", OP(try_rtos), HOLD_S - HOLD_R },
        { "try_rtow", OP(try_rtow), HOLD_W - HOLD_R },
        { "try_rtoa", OP(try_rtoa), HOLD_A - HOLD_R },
    };

    for (unsigned i = 0; i < 6; i++)
        NAME(answer)(row, &comers[i], row->comers[i], app);
    for (unsigned i = 0; i < 3; i++)
        NAME(answer)(row, &upgrades[i], row->upgrades[i], app);
}
