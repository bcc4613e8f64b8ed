/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The reference: the C library's own lock of the default kind. */
#include <gnu/libc-version.h>
#include <pthread.h>

typedef pthread_rwlock_t lock_t;

static inline void lock_init(lock_t *l) { pthread_rwlock_init(l, NULL); }
static inline const char *lock_version(void) { return gnu_get_libc_version(); }
static inline void take_r(lock_t *l) { pthread_rwlock_rdlock(l); }
static inline void drop_r(lock_t *l) { pthread_rwlock_unlock(l); }
static inline void take_w(lock_t *l) { pthread_rwlock_wrlock(l); }
static inline void drop_w(lock_t *l) { pthread_rwlock_unlock(l); }

/* It has no S. Its read pair, the quicker of its two, stands in as the reference of the (single-threaded) S scenario. */
static inline void take_s(lock_t *l) { pthread_rwlock_rdlock(l); }
static inline void drop_s(lock_t *l) { pthread_rwlock_unlock(l); }

#define BENCH_ID glibc
#define BENCH_NAME "glibc"
#define BENCH_ROLE BENCH_REFERENCE
#define BENCH_WITH_SEEK
#include "worker.inc.h"
