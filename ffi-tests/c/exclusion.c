/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Threads that do everything at once on one lock, each of which looks who else
 * is inside. Linked with both forms of actors.c; half of the threads use each.
 *
 * exclusion MILLISECONDS: how long each mix runs.
 */
#include <signal.h>

#include "room.h"

#define THREADS 6
/* Far longer than any mix runs: whoever is still waiting then waits for ever. */
#define HANG_S 30

/*
 * What may share a lock: S and W do not belong beside readers that join, where
 * the S bit is a signal.
 */
static const char *const mixes[][THREADS] = {
    { "rswu", "rswu", "rswu", "rswu", "rswu", "rswu" },
    { "rswuabj", "rswuabj", "rswuabj", "rswuabj", "rswuabj", "rswuabj" },
    { "r", "w", "w", "w", "s", "s" },
    { "w", "w", "s", "s", "a", "a" },
    { "j", "a", "j", "a", "k", "ab" },
    { "r", "r", "w", "a", "b", "u" },
    { "p", "p", "p", "p", "r", "r" },
    { "c", "c", "c", "c", "r", "ra" },
    { "p", "p", "a", "k", "r", "j" },
    { "c", "c", "j", "j", "r", "a" },
    { "p", "p", "b", "b", "r", "a" },
    { "c", "c", "p", "p", "r", "a" },
    { "c", "c", "k", "k", "r", "aj" },
};

static struct room *current;
static const char *current_mix;

static void hung(int signal)
{
    (void)signal;
    fprintf(stderr, "mix %s hangs, word 0x%" PRIx64 ", inside", current_mix,
            __atomic_load_n(&current->lock64, __ATOMIC_SEQ_CST));
    for (int state = 0; state < STATES; state++)
        fprintf(stderr, " %c=%d", "RSWAJCXK"[state], current->inside[state]);
    fputc('\n', stderr);
    _exit(1);
}

static void run(const char *const mix[THREADS], unsigned width, uint64_t app,
                unsigned milliseconds)
{
    static void *(*const bodies[2][2])(void *) = { { inline_32, call_32 },
                                                   { inline_64, call_64 } };
    struct room room = { .lock64 = 0 };
    struct actor actors[THREADS];
    pthread_t threads[THREADS];
    unsigned long entered = 0, timeouts = 0;

    if (width == 64)
        room.lock64 = app;
    else
        room.lock32 = (rsw32_t)app;
    current = &room;
    current_mix = mix[0];
    alarm(HANG_S);
    for (unsigned i = 0; i < THREADS; i++) {
        actors[i] = (struct actor){ .room = &room, .mix = mix[i],
                                    .seed = 0x9e3779b97f4a7c15u * (i + 1 + width + now_ns()) | 1 };
        threads[i] = start(bodies[width == 64][i % 2], &actors[i]);
    }
    sleep_ms(milliseconds);
    raise_flag(&room.stop);
    for (unsigned i = 0; i < THREADS; i++)
        join(threads[i]);
    alarm(0);

    for (unsigned i = 0; i < THREADS; i++) {
        for (unsigned state = 0; state < STATES; state++)
            entered += actors[i].entered[state];
        timeouts += actors[i].timeouts;
    }
    for (unsigned state = 0; state < STATES; state++)
        CHECK_EQ(room.inside[state], 0);
    CHECK_EQ(width == 64 ? room.lock64 : room.lock32, app);
    CHECK_EQ(room.ledger.left, room.ledger.right);
    CHECK(entered > 0);
    printf("%u-bit", width);
    for (unsigned i = 0; i < THREADS; i++)
        printf(" %s", mix[i]);
    printf(": %lu entries, %lu time-outs\n", entered, timeouts);
}

int main(int count, char **arguments)
{
    CHECK(count == 2);
    unsigned milliseconds = (unsigned)atoi(arguments[1]);
    CHECK(milliseconds > 0);
    signal(SIGALRM, hung);
    for (unsigned i = 0; i < sizeof(mixes) / sizeof(mixes[0]); i++) {
        run(mixes[i], 32, i & 3, milliseconds);
        run(mixes[i], 64, ~i & 3, milliseconds);
    }
    puts("exclusion: ok");
    return 0;
}
