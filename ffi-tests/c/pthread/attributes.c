/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Attributes: defaults, every value, and values that do not exist. */
#include "calls.h"

static const int garbage[] = { -1, -2, 3, 4, 255, 256, 65536, INT_MAX, INT_MIN };

static int kind_of(const pthread_rwlockattr_t *attributes)
{
    int kind = 99;

    CHECK_EQ(pthread_rwlockattr_getkind_np(attributes, &kind), 0);
    return kind;
}

static int sharing_of(const pthread_rwlockattr_t *attributes)
{
    int shared = 99;

    CHECK_EQ(pthread_rwlockattr_getpshared(attributes, &shared), 0);
    return shared;
}

static void refuse_garbage(pthread_rwlockattr_t *attributes, int kind, int shared)
{
    for (size_t i = 0; i < sizeof(garbage) / sizeof(*garbage); i++) {
        CHECK_EQ(pthread_rwlockattr_setkind_np(attributes, garbage[i]), EINVAL);
        CHECK_EQ(kind_of(attributes), kind);
        CHECK_EQ(pthread_rwlockattr_setpshared(attributes, garbage[i]), EINVAL);
        CHECK_EQ(sharing_of(attributes), shared);
    }
    CHECK_EQ(pthread_rwlockattr_setpshared(attributes, 2), EINVAL);
    CHECK_EQ(sharing_of(attributes), shared);
}

int main(void)
{
    pthread_rwlockattr_t attributes;

    setup();
    errno = 4711;
    memset(&attributes, 0xff, sizeof(attributes));
    CHECK_EQ(pthread_rwlockattr_init(&attributes), 0);
    CHECK_EQ(kind_of(&attributes), PTHREAD_RWLOCK_PREFER_READER_NP);
    CHECK_EQ(kind_of(&attributes), PTHREAD_RWLOCK_DEFAULT_NP);
    CHECK_EQ(sharing_of(&attributes), PTHREAD_PROCESS_PRIVATE);
    for (int kind = 0; kind < 3; kind++) {
        for (int shared = 0; shared < 2; shared++) {
            pthread_rwlock_t lock;

            CHECK_EQ(pthread_rwlockattr_setkind_np(&attributes, kind), 0);
            CHECK_EQ(pthread_rwlockattr_setpshared(&attributes, shared), 0);
            CHECK_EQ(kind_of(&attributes), kind);
            CHECK_EQ(sharing_of(&attributes), shared);
            refuse_garbage(&attributes, kind, shared);
            CHECK_EQ(pthread_rwlock_init(&lock, &attributes), 0);
            check_free(&lock);
            /* One set of attributes may make many locks. */
            CHECK_EQ(kind_of(&attributes), kind);
            CHECK_EQ(pthread_rwlock_destroy(&lock), 0);
        }
    }
    CHECK_EQ(pthread_rwlockattr_destroy(&attributes), 0);
    CHECK_EQ(pthread_rwlockattr_init(&attributes), 0);
    CHECK_EQ(kind_of(&attributes), 0);
    CHECK_EQ(errno, 4711);
    puts("attributes: ok");
    return 0;
}
