/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The 64-bit word as the header gives it by default: fast paths inline, slow paths in the shared library. */
#include <rswlock.h>

typedef rsw64_t lock_t;

static inline void lock_init(lock_t *l) { *l = 0; }
static inline const char *lock_version(void) { return rsw_version(); }
static inline void take_r(lock_t *l) { rsw64_take_r(l); }
static inline void drop_r(lock_t *l) { rsw64_drop_r(l); }
static inline void take_w(lock_t *l) { rsw64_take_w(l); }
static inline void drop_w(lock_t *l) { rsw64_drop_w(l); }
static inline void take_s(lock_t *l) { rsw64_take_s(l); }
static inline void drop_s(lock_t *l) { rsw64_drop_s(l); }
static inline bool try_rtos(lock_t *l) { return rsw64_try_rtos(l); }
static inline void stow(lock_t *l) { rsw64_stow(l); }
static inline void wtos(lock_t *l) { rsw64_wtos(l); }

#define BENCH_ID rsw64
#define BENCH_NAME "rsw64"
#define BENCH_ROLE BENCH_OURS
#define BENCH_WITH_SEEK
#define BENCH_WITH_UPGRADE
#include "worker.inc.h"
