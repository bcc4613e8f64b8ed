/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* rswlock_t: the preload's lock under its own name, called in librswlock.so. */
#include <rswlock.h>

typedef rswlock_t lock_t;

static inline void lock_init(lock_t *l) { *l = (lock_t)RSWLOCK_INIT; }
static inline const char *lock_version(void) { return rsw_version(); }
static inline void take_r(lock_t *l) { rswlock_take_r(l); }
static inline void drop_r(lock_t *l) { rswlock_drop_r(l); }
static inline void take_w(lock_t *l) { rswlock_take_w(l); }
static inline void drop_w(lock_t *l) { rswlock_drop_w(l); }

#define BENCH_ID rswlock_linked
#define BENCH_NAME "rswlock-linked"
#define BENCH_ROLE BENCH_OURS
#define BENCH_AMONG_PRELOADS
#include "worker.inc.h"
