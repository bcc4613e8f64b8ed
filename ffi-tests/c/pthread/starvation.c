/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Nobody waits without end. A writer gets in although readers overlap all the
 * time (not so in glibc, kinds 0 and 1), and a reader although writers come
 * without a pause. Counted for as long as it takes, up to a limit that is far
 * above what it takes.
 */
#include "calls.h"

#define READERS 6
#define WRITERS 2
#define WRITES 20
#define READS 20

static pthread_rwlock_t lock;
static int stop;

static void *overlapping_reader(void *number)
{
    const struct timespec inside = { 0, 300000 };

    /* Out of step with the others, so that somebody is always inside. */
    usleep(50 * (useconds_t)(uintptr_t)number);
    while (!flag_is_up(&stop)) {
        CHECK_EQ(pthread_rwlock_rdlock(&lock), 0);
        nanosleep(&inside, NULL);
        CHECK_EQ(pthread_rwlock_unlock(&lock), 0);
    }
    return NULL;
}

static void *hammering_writer(void *unused)
{
    while (!flag_is_up(&stop)) {
        CHECK_EQ(pthread_rwlock_wrlock(&lock), 0);
        CHECK_EQ(pthread_rwlock_unlock(&lock), 0);
    }
    return unused;
}

static void among(void *(*crowd)(void *), int count, int kind, enum call call, int times)
{
    pthread_t threads[READERS];

    make_lock(&lock, kind, PTHREAD_PROCESS_PRIVATE);
    __atomic_store_n(&stop, 0, __ATOMIC_SEQ_CST);
    for (int i = 0; i < count; i++)
        threads[i] = start(crowd, (void *)(uintptr_t)i);
    sleep_ms(20);
    for (int i = 0; i < times; i++) {
        struct timespec until = after_ms(CLOCK_MONOTONIC, 20000);

        CHECK_EQ(perform(call, &lock, CLOCK_MONOTONIC, &until), 0);
        CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
    }
    raise_flag(&stop);
    for (int i = 0; i < count; i++)
        join(threads[i]);
    check_free(&lock);
}

int main(void)
{
    setup();
    for (int kind = 0; kind < 3; kind++) {
        if (with_shim || kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) {
            among(overlapping_reader, READERS, kind, WRLOCK, WRITES);
            among(overlapping_reader, READERS, kind, CLOCKWRLOCK, WRITES);
        }
    }
    /* Kinds 1 and 2 let writers starve readers, by what they are for. */
    among(hammering_writer, WRITERS, PTHREAD_RWLOCK_PREFER_READER_NP, RDLOCK, READS);
    among(hammering_writer, WRITERS, PTHREAD_RWLOCK_PREFER_READER_NP, CLOCKRDLOCK, READS);
    among(hammering_writer, WRITERS, PTHREAD_RWLOCK_PREFER_READER_NP, WRLOCK, READS);
    puts("starvation: ok");
    return 0;
}
