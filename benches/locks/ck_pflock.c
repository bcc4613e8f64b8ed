/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Concurrency Kit's phase-fair lock: readers and writers take turns by ticket. */
#include <ck_pflock.h>

typedef ck_pflock_t lock_t;

static inline void lock_init(lock_t *l) { ck_pflock_init(l); }
static inline const char *lock_version(void) { return CK_VERSION; }
static inline void take_r(lock_t *l) { ck_pflock_read_lock(l); }
static inline void drop_r(lock_t *l) { ck_pflock_read_unlock(l); }
static inline void take_w(lock_t *l) { ck_pflock_write_lock(l); }
static inline void drop_w(lock_t *l) { ck_pflock_write_unlock(l); }

#define BENCH_ID ck_pflock
#define BENCH_NAME "ck_pflock"
#define BENCH_ROLE BENCH_OTHER
#include "worker.inc.h"
