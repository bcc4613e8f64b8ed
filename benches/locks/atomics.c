/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Two atomic additions and no decision: the limit of every lock that is one word, taken and released by atomics. */
typedef unsigned long lock_t;

static inline void add(lock_t *l) { __atomic_fetch_add(l, 4, __ATOMIC_ACQUIRE); }
static inline void sub(lock_t *l) { __atomic_fetch_sub(l, 4, __ATOMIC_RELEASE); }

static inline void lock_init(lock_t *l) { *l = 0; }
static inline const char *lock_version(void) { return ""; }
static inline void take_r(lock_t *l) { add(l); }
static inline void drop_r(lock_t *l) { sub(l); }
static inline void take_w(lock_t *l) { add(l); }
static inline void drop_w(lock_t *l) { sub(l); }
static inline void take_s(lock_t *l) { add(l); }
static inline void drop_s(lock_t *l) { sub(l); }

#define BENCH_ID atomics
#define BENCH_NAME "atomics"
#define BENCH_ROLE BENCH_BOUND
#define BENCH_WITH_SEEK
#include "worker.inc.h"
