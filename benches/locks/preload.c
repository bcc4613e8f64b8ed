/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Locks behind the C library's names, as a preloaded object replaces them in a program that is already built. One
 * loop for all of them: which object it calls is decided before each slice, so no lock is better compiled in than
 * another. A call goes through a pointer in memory, as a program's calls through its offset table do.
 */
#include "preload.h"

typedef pthread_rwlock_t lock_t;

/* Nothing else shares its lines, and while a slice runs nobody writes to it. */
static BENCH_ALIGNED struct bench_calls calls;

void bench_preload_use(const struct bench_calls *chosen) { calls = *chosen; }

static inline void lock_init(lock_t *l) { calls.init(l, NULL); }
static inline const char *lock_version(void) { return ""; }
static inline void take_r(lock_t *l) { calls.rdlock(l); }
static inline void drop_r(lock_t *l) { calls.unlock(l); }
static inline void take_w(lock_t *l) { calls.wrlock(l); }
static inline void drop_w(lock_t *l) { calls.unlock(l); }

/* The driver gives a lock of this kind a name and a role of its own for each object. */
#define BENCH_ID preload
#define BENCH_NAME "preload"
#define BENCH_ROLE BENCH_OTHER
#define BENCH_AMONG_PRELOADS
#include "worker.inc.h"
