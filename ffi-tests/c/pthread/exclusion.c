/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Many threads make every call at random and look who else is inside. The
 * ledger has no atomics: its halves differ as soon as the lock lets two in or
 * an access out.
 */
#include <sched.h>

#include "calls.h"

#define CROWD 8
#define SCENE_MS 350

static pthread_rwlock_t lock;
static int stop, kind_now;
static int readers, writers;
static unsigned long answers[CALLS];
static struct {
    unsigned long left;
    char apart[256];
    unsigned long right;
} ledger;

struct actor {
    uint64_t seed;
    unsigned long writes;
    unsigned long got[CALLS];
};

static unsigned dice(struct actor *actor)
{
    actor->seed = actor->seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(actor->seed >> 33);
}

static int count_of(int *count)
{
    return __atomic_load_n(count, __ATOMIC_SEQ_CST);
}

/* Now and then stays while others run, on however few CPUs. */
static void linger(struct actor *actor)
{
    unsigned number = dice(actor) % 64;

    if (number == 0)
        usleep(20);
    else if (number < 8)
        sched_yield();
}

static void read_inside(struct actor *actor)
{
    __atomic_fetch_add(&readers, 1, __ATOMIC_SEQ_CST);
    CHECK_EQ(count_of(&writers), 0);
    CHECK(ledger.left == ledger.right);
    linger(actor);
    /* Once more, where that is allowed. */
    if (dice(actor) % 16 == 0) {
        int again = perform(TRYRDLOCK, &lock, 0, NULL);

        if (kind_now != PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP || again != EBUSY)
            CHECK_EQ(again, 0);
        if (again == 0)
            CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
    }
    CHECK_EQ(perform(TRYWRLOCK, &lock, 0, NULL), EBUSY);
    CHECK_EQ(count_of(&writers), 0);
    CHECK(ledger.left == ledger.right);
    __atomic_fetch_sub(&readers, 1, __ATOMIC_SEQ_CST);
}

static void write_inside(struct actor *actor)
{
    CHECK_EQ(__atomic_fetch_add(&writers, 1, __ATOMIC_SEQ_CST), 0);
    CHECK_EQ(count_of(&readers), 0);
    CHECK(ledger.left == ledger.right);
    ledger.left++;
    linger(actor);
    ledger.right++;
    if (dice(actor) % 16 == 0) {
        CHECK_EQ(perform(RDLOCK, &lock, 0, NULL), EDEADLK);
        CHECK_EQ(perform(WRLOCK, &lock, 0, NULL), EDEADLK);
        CHECK_EQ(perform(TRYRDLOCK, &lock, 0, NULL), EBUSY);
    }
    CHECK_EQ(count_of(&readers), 0);
    CHECK_EQ(__atomic_fetch_sub(&writers, 1, __ATOMIC_SEQ_CST), 1);
    actor->writes++;
}

static void *body(void *argument)
{
    struct actor *actor = (struct actor *)argument;

    while (!flag_is_up(&stop)) {
        enum call call = (enum call)(dice(actor) % UNLOCK);
        clockid_t clock = call == TIMEDRDLOCK || call == TIMEDWRLOCK ? CLOCK_REALTIME
                                                                     : CLOCK_MONOTONIC;
        struct timespec until = after_ms(clock, dice(actor) % 3);
        int answer = perform(call, &lock, clock, &until);

        if (answer == 0) {
            actor->got[call]++;
            if (is_read(call))
                read_inside(actor);
            else
                write_inside(actor);
            CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
        } else if (is_timed(call)) {
            CHECK_EQ(answer, ETIMEDOUT);
            CHECK(has_come(clock, &until));
        } else {
            CHECK(is_try(call));
            CHECK_EQ(answer, EBUSY);
        }
    }
    return NULL;
}

static void play(int kind, int shared)
{
    struct actor actors[CROWD];
    pthread_t threads[CROWD];
    unsigned long writes = ledger.left;

    make_lock(&lock, kind_now = kind, shared);
    __atomic_store_n(&stop, 0, __ATOMIC_SEQ_CST);
    memset(actors, 0, sizeof(actors));
    for (unsigned i = 0; i < CROWD; i++) {
        actors[i].seed = i + 1;
        threads[i] = start(body, &actors[i]);
    }
    sleep_ms(SCENE_MS);
    raise_flag(&stop);
    for (int i = 0; i < CROWD; i++) {
        join(threads[i]);
        writes += actors[i].writes;
        for (int call = 0; call < UNLOCK; call++)
            answers[call] += actors[i].got[call];
    }
    CHECK_EQ(ledger.left, writes);
    CHECK_EQ(ledger.right, writes);
    check_free(&lock);
}

int main(void)
{
    setup();
    for (int kind = 0; kind < 3; kind++)
        for (int shared = 0; shared < 2; shared++)
            play(kind, shared);
    /* None was idle; in one scene alone, glibc's writers may be. */
    for (int call = 0; call < UNLOCK; call++)
        CHECK(answers[call] > 0);
    puts("exclusion: ok");
    return 0;
}
