/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Concurrency Kit's centralised read-write lock: two words, writers first, no back-off. */
#include <ck_rwlock.h>

typedef ck_rwlock_t lock_t;

static inline void lock_init(lock_t *l) { ck_rwlock_init(l); }
static inline const char *lock_version(void) { return CK_VERSION; }
static inline void take_r(lock_t *l) { ck_rwlock_read_lock(l); }
static inline void drop_r(lock_t *l) { ck_rwlock_read_unlock(l); }
static inline void take_w(lock_t *l) { ck_rwlock_write_lock(l); }
static inline void drop_w(lock_t *l) { ck_rwlock_write_unlock(l); }

#define BENCH_ID ck_rwlock
#define BENCH_NAME "ck_rwlock"
#define BENCH_ROLE BENCH_OTHER
#include "worker.inc.h"
