/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Whoever is the last to have the lock destroys it and takes away its memory
 * at once, while those before may still be inside unlock: a touch of the lock
 * after the step that released it is a fault. Each round has its own page,
 * which is not mapped again.
 */
#include <sys/mman.h>

#include "calls.h"

#define ROUNDS 4000 /* for each way */
#define CROWD 3
#define PAGE 4096

static char *arena;
static pthread_barrier_t together;

struct way {
    const char *name;
    enum call calls[CROWD];
    int kind, shared;
    /* How long each stays inside: nothing, or long enough for others to sleep. */
    long inside_ns;
};

static const struct way ways[] = {
    { "writers", { WRLOCK, WRLOCK, WRLOCK }, 0, 0, 0 },
    { "writers that sleep", { WRLOCK, WRLOCK, WRLOCK }, 0, 0, 20000 },
    { "one reader", { WRLOCK, RDLOCK, WRLOCK }, 0, 0, 0 },
    { "one reader that sleeps", { WRLOCK, RDLOCK, WRLOCK }, 0, 0, 20000 },
    { "kind 1", { WRLOCK, RDLOCK, CLOCKWRLOCK }, 1, 0, 0 },
    { "kind 2", { CLOCKWRLOCK, CLOCKRDLOCK, WRLOCK }, 2, 0, 0 },
    { "kind 2 that sleeps", { WRLOCK, RDLOCK, CLOCKWRLOCK }, 2, 0, 20000 },
    { "shared", { WRLOCK, RDLOCK, WRLOCK }, 0, 1, 0 },
    { "shared that sleeps", { WRLOCK, RDLOCK, WRLOCK }, 2, 1, 20000 },
};

#define WAYS ((int)(sizeof(ways) / sizeof(*ways)))

/* A page: the lock, and how many have had it. */
struct page {
    pthread_rwlock_t lock;
    int had;
};

static struct page *page_of(int way, int round)
{
    return (struct page *)(arena + (size_t)(way * ROUNDS + round) * PAGE);
}

static void stay(long ns)
{
    const struct timespec inside = { 0, ns };

    if (ns > 0)
        nanosleep(&inside, NULL);
}

/* At most one of them reads, so whoever counts to the end is the last. */
static void take_part(const struct way *way, struct page *page, int number)
{
    struct timespec until = after_ms(CLOCK_MONOTONIC, 50000);
    bool last;

    CHECK_EQ(perform(way->calls[number], &page->lock, CLOCK_MONOTONIC, &until), 0);
    last = ++page->had == CROWD;
    if (!last)
        stay(way->inside_ns);
    CHECK_EQ(perform(UNLOCK, &page->lock, 0, NULL), 0);
    if (last) {
        CHECK_EQ(pthread_rwlock_destroy(&page->lock), 0);
        CHECK(mprotect(page, PAGE, PROT_NONE) == 0);
    }
}

static void *body(void *number)
{
    for (int way = 0; way < WAYS; way++) {
        int rounds = ways[way].inside_ns > 0 ? ROUNDS / 5 : ROUNDS;

        for (int round = 0; round < rounds; round++) {
            struct page *page = page_of(way, round);

            if ((uintptr_t)number == 0) {
                CHECK(mprotect(page, PAGE, PROT_READ | PROT_WRITE) == 0);
                make_lock(&page->lock, ways[way].kind, ways[way].shared);
            }
            pthread_barrier_wait(&together);
            take_part(&ways[way], page, (int)(uintptr_t)number);
        }
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[CROWD];

    setup();
    arena = (char *)mmap(NULL, (size_t)WAYS * ROUNDS * PAGE, PROT_NONE,
                         MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    CHECK(arena != MAP_FAILED);
    CHECK(pthread_barrier_init(&together, NULL, CROWD) == 0);
    for (uintptr_t i = 0; i < CROWD; i++)
        threads[i] = start(body, (void *)i);
    for (int i = 0; i < CROWD; i++)
        join(threads[i]);
    puts("unmapped: ok");
    return 0;
}
