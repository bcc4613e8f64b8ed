/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Two calls into a shared object (calls_so.c) that only return: the limit of every lock behind a call boundary. */
typedef unsigned long lock_t;

void bench_call_take(lock_t *l);
void bench_call_drop(lock_t *l);

static inline void lock_init(lock_t *l) { *l = 0; }
static inline const char *lock_version(void) { return ""; }
static inline void take_r(lock_t *l) { bench_call_take(l); }
static inline void drop_r(lock_t *l) { bench_call_drop(l); }
static inline void take_w(lock_t *l) { bench_call_take(l); }
static inline void drop_w(lock_t *l) { bench_call_drop(l); }
static inline void take_s(lock_t *l) { bench_call_take(l); }
static inline void drop_s(lock_t *l) { bench_call_drop(l); }

#define BENCH_ID calls
#define BENCH_NAME "calls"
#define BENCH_ROLE BENCH_BOUND
#define BENCH_WITH_SEEK
#include "worker.inc.h"
