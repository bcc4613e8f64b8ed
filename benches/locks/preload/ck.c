/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Concurrency Kit's centralised lock behind the C library's names. */
#include <ck_rwlock.h>

#include "object.h"

/* The lock's own mark of a writer is also set while one still waits, so an unlock could not tell whose it is. */
struct owned {
    ck_rwlock_t lock;
    int written;
};

BENCH_OBJECT(struct owned)

int pthread_rwlock_rdlock(pthread_rwlock_t *memory)
{
    ck_rwlock_read_lock(&in(memory)->lock);
    return 0;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *memory)
{
    ck_rwlock_write_lock(&in(memory)->lock);
    in(memory)->written = 1;
    return 0;
}

/* A plain field is enough: it changes under the write lock alone, and who unlocks holds the lock. */
int pthread_rwlock_unlock(pthread_rwlock_t *memory)
{
    struct owned *owned = in(memory);
    if (owned->written) {
        owned->written = 0;
        ck_rwlock_write_unlock(&owned->lock);
    } else {
        ck_rwlock_read_unlock(&owned->lock);
    }
    return 0;
}
