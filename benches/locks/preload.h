/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the driver looks up in a shared object by name (src/preload.rs mirrors the structure). */
#ifndef RSWLOCK_BENCH_PRELOAD_H
#define RSWLOCK_BENCH_PRELOAD_H

#include <pthread.h>

#include "bench.h"

struct bench_calls {
    int (*init)(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes);
    int (*rdlock)(pthread_rwlock_t *lock);
    int (*wrlock)(pthread_rwlock_t *lock);
    int (*unlock)(pthread_rwlock_t *lock);
};

/* Which calls the loop makes from now on. No thread may be in the loop. */
void bench_preload_use(const struct bench_calls *chosen);

#endif
