/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* No lock: what the loop itself costs, and so the limit of every ratio. Compiler barriers keep the loop's shape. */
typedef int lock_t;

static inline void barrier(lock_t *l) { __asm__ volatile("" : : "r"(l) : "memory"); }

static inline void lock_init(lock_t *l) { *l = 0; }
static inline const char *lock_version(void) { return ""; }
static inline void take_r(lock_t *l) { barrier(l); }
static inline void drop_r(lock_t *l) { barrier(l); }
static inline void take_w(lock_t *l) { barrier(l); }
static inline void drop_w(lock_t *l) { barrier(l); }
static inline void take_s(lock_t *l) { barrier(l); }
static inline void drop_s(lock_t *l) { barrier(l); }

#define BENCH_ID none
#define BENCH_NAME "none"
#define BENCH_ROLE BENCH_BOUND
#define BENCH_WITH_SEEK
#include "worker.inc.h"
