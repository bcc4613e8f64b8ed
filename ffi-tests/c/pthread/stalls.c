/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Loads under which locks of glibc fell asleep for ever, by the number of the
 * bug. A stall shows as a program that does not end.
 */
#include "calls.h"

#define SCENE_MS 600
#define MOST_THREADS 32

static pthread_rwlock_t lock;
static int stop;

static void unlock(void)
{
    CHECK_EQ(pthread_rwlock_unlock(&lock), 0);
}

static void write_lock(void)
{
    CHECK_EQ(pthread_rwlock_wrlock(&lock), 0);
    unlock();
}

static void read_lock(void)
{
    CHECK_EQ(pthread_rwlock_rdlock(&lock), 0);
    unlock();
}

static unsigned random_number(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*seed >> 33);
}

/* 21298: one thread does both, two write; kind 0. */
static void mixed_and_writers(unsigned number, uint64_t *seed)
{
    if (number == 0 && random_number(seed) % 2)
        read_lock();
    else
        write_lock();
}

/* 23861: three threads do both; kind 2. */
static void both_at_random(unsigned number, uint64_t *seed)
{
    (void)number;
    if (random_number(seed) % 2)
        read_lock();
    else
        write_lock();
}

/* 23844, readers: all try, then wait; one time in eight they write. */
static void try_to_read(unsigned number, uint64_t *seed)
{
    (void)number;
    if (random_number(seed) % 8 == 0)
        write_lock();
    else if (pthread_rwlock_tryrdlock(&lock) == 0)
        unlock();
    else
        read_lock();
}

/* 23844, writers. */
static void try_to_write(unsigned number, uint64_t *seed)
{
    (void)number;
    if (random_number(seed) % 8 == 0)
        read_lock();
    else if (pthread_rwlock_trywrlock(&lock) == 0)
        unlock();
    else
        write_lock();
}

/* Waits that end at once or soon, among those without an end: whoever gives up
 * may have been the one that was woken. */
static void give_up_often(unsigned number, uint64_t *seed)
{
    struct timespec until = after_ms(CLOCK_MONOTONIC, 0);
    unsigned dice = random_number(seed);
    enum call call = dice % 2 ? CLOCKRDLOCK : CLOCKWRLOCK;
    int answer;

    if (number < 2) {
        both_at_random(number, seed);
        return;
    }
    until.tv_nsec += dice / 2 % 60000;
    if (until.tv_nsec > 999999999)
        return;
    answer = perform(call, &lock, CLOCK_MONOTONIC, &until);
    CHECK(answer == 0 || answer == ETIMEDOUT);
    if (answer == 0)
        unlock();
}

/* 14958: a producer and a consumer, both with the read lock, meet over a
 * condition variable between two writers. In kind 2 that may deadlock, by what
 * it promises. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int produced, consumed, closed;

static void produce(void)
{
    CHECK_EQ(pthread_rwlock_rdlock(&lock), 0);
    CHECK(pthread_mutex_lock(&mutex) == 0);
    produced++;
    CHECK(pthread_cond_broadcast(&changed) == 0);
    /* Inside until the other one is, too. */
    while (consumed < produced && !closed)
        CHECK(pthread_cond_wait(&changed, &mutex) == 0);
    CHECK(pthread_mutex_unlock(&mutex) == 0);
    unlock();
}

static void consume(void)
{
    CHECK_EQ(pthread_rwlock_rdlock(&lock), 0);
    CHECK(pthread_mutex_lock(&mutex) == 0);
    while (consumed == produced && !closed)
        CHECK(pthread_cond_wait(&changed, &mutex) == 0);
    consumed = produced;
    CHECK(pthread_cond_broadcast(&changed) == 0);
    CHECK(pthread_mutex_unlock(&mutex) == 0);
    unlock();
}

static void writers_and_a_pair(unsigned number, uint64_t *seed)
{
    (void)seed;
    switch (number) {
    case 0: produce(); break;
    case 1: consume(); break;
    default: write_lock();
    }
}

static const struct scene {
    const char *name;
    void (*step)(unsigned number, uint64_t *seed);
    unsigned threads;
    unsigned kinds; /* a bit each */
} scenes[] = {
    { "14958", writers_and_a_pair, 4, 1 << 0 | 1 << 1 },
    { "21298", mixed_and_writers, 3, 1 << 0 },
    { "23844 readers", try_to_read, 32, 1 << 0 | 1 << 2 },
    { "23844 writers", try_to_write, 32, 1 << 0 | 1 << 2 },
    { "23861", both_at_random, 3, 1 << 0 | 1 << 1 | 1 << 2 },
    { "giving up", give_up_often, 6, 1 << 0 | 1 << 1 | 1 << 2 },
};

static const struct scene *scene;

static void *body(void *number)
{
    uint64_t seed = (uintptr_t)number + 1;

    while (!flag_is_up(&stop))
        scene->step((unsigned)(uintptr_t)number, &seed);
    return NULL;
}

static void play(int kind)
{
    pthread_t threads[MOST_THREADS];

    make_lock(&lock, kind, PTHREAD_PROCESS_PRIVATE);
    __atomic_store_n(&stop, 0, __ATOMIC_SEQ_CST);
    closed = produced = consumed = 0;
    for (uintptr_t i = 0; i < scene->threads; i++)
        threads[i] = start(body, (void *)i);
    sleep_ms(SCENE_MS);
    raise_flag(&stop);
    CHECK(pthread_mutex_lock(&mutex) == 0);
    closed = 1;
    CHECK(pthread_cond_broadcast(&changed) == 0);
    CHECK(pthread_mutex_unlock(&mutex) == 0);
    for (unsigned i = 0; i < scene->threads; i++)
        join(threads[i]);
    if (scene->step == writers_and_a_pair)
        CHECK(consumed > 0);
    check_free(&lock);
}

int main(void)
{
    setup();
    for (scene = scenes; scene < scenes + sizeof(scenes) / sizeof(*scenes); scene++)
        for (int kind = 0; kind < 3; kind++)
            if (scene->kinds >> kind & 1)
                play(kind);
    puts("stalls: ok");
    return 0;
}
