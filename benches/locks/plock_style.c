/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The baseline: a 64-bit progressive lock word in the manner of plock, written from a description of its behaviour.
 * A request adds its amount first, looks at what was there, and takes its amount back on a conflict. Waiters poll at
 * growing distances (factor 1.25) made of relax instructions and give up the CPU only when a distance gets very long.
 *
 *   bits 1..0 unused | 31..2 readers | 33..32 seeker | 63..34 writers
 */
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

typedef uint64_t lock_t;

#define R_ONE (UINT64_C(1) << 2)
#define S_ONE (UINT64_C(1) << 32)
#define W_ONE (UINT64_C(1) << 34)
#define R_ANY (S_ONE - R_ONE)
#define S_ANY (W_ONE - S_ONE)
#define W_ANY (UINT64_C(0) - W_ONE)

#define SEEKER (S_ONE + R_ONE)
#define WRITER (W_ONE + S_ONE + R_ONE)

/* Below this many rounds a distance has no relax instruction, from the second on it starts with a yield. */
#define RELAX_FROM 90u
#define YIELD_FROM 65536u
#define YIELD_WORTH 32768u
#define STEP_MASK 0x1FFFFu

static inline uint64_t add(lock_t *l, uint64_t amount) { return __atomic_fetch_add(l, amount, __ATOMIC_ACQUIRE); }
static inline void sub(lock_t *l, uint64_t amount) { __atomic_fetch_sub(l, amount, __ATOMIC_RELEASE); }

static inline void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb" ::: "memory");
#else
    __asm__ volatile("" ::: "memory");
#endif
}

static __attribute__((noinline)) void wait_clear(lock_t *l, uint64_t mask)
{
    unsigned step = 0;
    while ((__atomic_load_n(l, __ATOMIC_ACQUIRE) & mask) != 0) {
        unsigned left = step;
        if (left >= YIELD_FROM) {
            sched_yield();
            left -= YIELD_WORTH;
        }
        for (; left >= RELAX_FROM; left--) {
            relax();
        }
        for (; left != 0; left--) {
            __asm__ volatile("" ::: "memory");
        }
        step = (step + step / 4 + 1) & STEP_MASK;
    }
}

static inline void lock_init(lock_t *l) { *l = 0; }
static inline const char *lock_version(void) { return "baseline"; }

static inline void take_r(lock_t *l)
{
    uint64_t seen = 0;
    if (__atomic_compare_exchange_n(l, &seen, R_ONE, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
        return;
    }
    for (;;) {
        if ((seen & W_ANY) != 0) {
            wait_clear(l, W_ANY);
        }
        seen = add(l, R_ONE);
        if ((seen & W_ANY) == 0) {
            return;
        }
        sub(l, R_ONE);
    }
}

static inline void take_s(lock_t *l)
{
    while ((add(l, SEEKER) & (S_ANY | W_ANY)) != 0) {
        sub(l, SEEKER);
        wait_clear(l, S_ANY | W_ANY);
    }
}

static inline void take_w(lock_t *l)
{
    uint64_t seen;
    for (;;) {
        seen = add(l, WRITER);
        if ((seen & (S_ANY | W_ANY)) == 0) {
            break;
        }
        if ((seen & W_ANY) == 0) {
            /* Only a seeker is in the way: keep the door shut, but let it count itself as the last reader. */
            sub(l, R_ONE);
            wait_clear(l, R_ANY);
            seen = add(l, R_ONE);
            break;
        }
        sub(l, WRITER);
        wait_clear(l, S_ANY | W_ANY);
    }
    if ((seen & R_ANY) != 0) {
        wait_clear(l, R_ANY & ~R_ONE);
    }
}

static inline void drop_r(lock_t *l) { sub(l, R_ONE); }
static inline void drop_s(lock_t *l) { sub(l, SEEKER); }
static inline void drop_w(lock_t *l) { sub(l, WRITER); }

static inline bool try_rtos(lock_t *l)
{
    if ((add(l, S_ONE) & (S_ANY | W_ANY)) == 0) {
        return true;
    }
    sub(l, S_ONE);
    return false;
}

static inline void stow(lock_t *l)
{
    if ((add(l, W_ONE) & R_ANY) != R_ONE) {
        wait_clear(l, R_ANY & ~R_ONE);
    }
}

static inline void wtos(lock_t *l) { sub(l, W_ONE); }

#define BENCH_ID plock_style
#define BENCH_NAME "plock-style"
#define BENCH_ROLE BENCH_OTHER
#define BENCH_WITH_SEEK
#define BENCH_WITH_UPGRADE
#include "worker.inc.h"
