/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The object in memory: compiled as C and as C++. Static initialisers (glibc
 * had some that left fields out, bug 1102), calloc and .bss, init over garbage,
 * kinds at their offset, and locks that are moved while nobody has them.
 */
#include <stddef.h>

#include "calls.h"

#define OFFSET_OF_KIND 48

static pthread_rwlock_t plain = PTHREAD_RWLOCK_INITIALIZER;
static pthread_rwlock_t writers = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static pthread_rwlock_t in_bss;

static uint32_t kind_in(const pthread_rwlock_t *lock)
{
    uint32_t kind;

    memcpy(&kind, (const char *)lock + OFFSET_OF_KIND, sizeof(kind));
    return kind;
}

static bool is_zero(const void *bytes, size_t length)
{
    const unsigned char *byte = (const unsigned char *)bytes;

    while (length > 0 && byte[length - 1] == 0)
        length--;
    return length == 0;
}

static void check_sizes(void)
{
    CHECK_EQ(sizeof(pthread_rwlock_t), 56);
    CHECK_EQ(__alignof__(pthread_rwlock_t), 8);
    CHECK_EQ(sizeof(pthread_rwlockattr_t), 8);
}

static void check_initialisers(void)
{
    pthread_rwlock_t *zeroed = (pthread_rwlock_t *)calloc(1, sizeof(*zeroed));

    CHECK(zeroed != NULL);
    CHECK(is_zero(&plain, sizeof(plain)));
    CHECK_EQ(kind_in(&writers), PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    CHECK(is_zero(&writers, OFFSET_OF_KIND));
    check_free(&plain);
    check_free(&writers);
    check_free(&in_bss);
    check_free(zeroed);
    CHECK_EQ(kind_in(&writers), PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    CHECK_EQ(kind_in(&plain), 0);
    free(zeroed);
}

/* init writes the whole lock, whatever was there, and nothing beside it. */
static void check_init(int kind, int shared)
{
    struct {
        unsigned char before[8];
        pthread_rwlock_t lock;
        unsigned char after[8];
    } guarded;
    pthread_rwlock_t copy;

    memset(&guarded, 0xa5, sizeof(guarded));
    make_lock(&guarded.lock, kind, shared);
    CHECK_EQ(kind_in(&guarded.lock), kind);
    check_free(&guarded.lock);
    CHECK_EQ(pthread_rwlock_wrlock(&guarded.lock), 0);
    make_lock(&guarded.lock, kind, shared);
    check_free(&guarded.lock);
    for (int i = 0; i < 8; i++)
        CHECK(guarded.before[i] == 0xa5 && guarded.after[i] == 0xa5);

    /* destroy leaves the memory alone, and answers 0 for a lock in use. */
    CHECK_EQ(pthread_rwlock_rdlock(&guarded.lock), 0);
    memcpy(&copy, &guarded.lock, sizeof(copy));
    CHECK_EQ(pthread_rwlock_destroy(&guarded.lock), 0);
    CHECK(memcmp(&copy, &guarded.lock, sizeof(copy)) == 0);
    CHECK_EQ(pthread_rwlock_unlock(&guarded.lock), 0);
    CHECK_EQ(pthread_rwlock_init(&guarded.lock, NULL), 0);
    CHECK_EQ(kind_in(&guarded.lock), 0);
    check_free(&guarded.lock);
}

/* A lock that nobody has is its bytes, used or not. */
static void check_moving(int kind)
{
    pthread_rwlock_t *locks = (pthread_rwlock_t *)malloc(sizeof(*locks));
    pthread_rwlock_t copy;

    CHECK(locks != NULL);
    make_lock(&locks[0], kind, PTHREAD_PROCESS_PRIVATE);
    for (int count = 2; count < 2000; count *= 2) {
        check_free(&locks[0]);
        locks = (pthread_rwlock_t *)realloc(locks, (size_t)count * sizeof(*locks));
        CHECK(locks != NULL);
        memcpy(&copy, &locks[0], sizeof(copy));
        check_free(&copy);
        CHECK_EQ(kind_in(&copy), kind);
    }
    check_free(&locks[0]);
    free(locks); /* without destroy */
}

int main(void)
{
    setup();
    check_sizes();
    check_initialisers();
    for (int kind = 0; kind < 3; kind++) {
        check_init(kind, PTHREAD_PROCESS_PRIVATE);
        check_init(kind, PTHREAD_PROCESS_SHARED);
        check_moving(kind);
    }
    puts("layout: ok");
    return 0;
}
