/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The one worker loop. A lock's file defines
 *
 *   lock_t, lock_init, lock_version, take_r, drop_r, take_w, drop_w          (static inline)
 *   take_s, drop_s            if it defines BENCH_WITH_SEEK
 *   try_rtos, stow, wtos      if it defines BENCH_WITH_UPGRADE (needs BENCH_WITH_SEEK)
 *   BENCH_AMONG_PRELOADS      if it belongs to the preloaded locks' group
 *   BENCH_ID (a C name: the file's name), BENCH_NAME (what tables and options call it), BENCH_ROLE
 *
 * and then includes this file, so that every lock runs the same loop with its calls compiled in as a user's compiler
 * would do it. No lock gets a loop of its own.
 */
#include "bench.h"

#define BENCH_JOIN2(a, b) a##b
#define BENCH_JOIN(a, b) BENCH_JOIN2(a, b)
#define BENCH_INLINE static inline __attribute__((always_inline))
#define BENCH_OWN static __attribute__((noinline))

typedef char bench_lock_fits[sizeof(lock_t) <= BENCH_LINES ? 1 : -1];

BENCH_INLINE int bench_stopped(const struct bench_shared *shared)
{
    return (int)__atomic_load_n(&shared->stop, __ATOMIC_RELAXED);
}

BENCH_INLINE void bench_record(struct bench_hist *hist, uint64_t value)
{
    hist->count[bench_hist_index(value)]++;
    if (value > hist->max) {
        hist->max = value;
    }
}

/* xorshift64*: one multiplication and three shifts, no memory. The upper half is the good one. */
BENCH_INLINE uint64_t bench_random(uint64_t *state)
{
    uint64_t x = *state;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *state = x;
    return (x * UINT64_C(0x2545F4914F6CDD1D)) >> 32;
}

/*
 * `mode` and `timed` are constants at every call, so each becomes a loop without the other branches.
 * A writer reads the guarded value when it enters and stores it plus one when it leaves: a second writer in between
 * loses an update. A reader compares at both ends. Both are one load and one store or compare, the same for all.
 */
BENCH_INLINE void bench_loop(struct bench_thread *thread, const enum bench_mode mode, const int timed)
{
    struct bench_shared *shared = thread->shared;
    lock_t *lock = (lock_t *)(void *)shared->lock;
    volatile uint64_t *guarded = &shared->guarded;
    const uint64_t hold = shared->hold;
    const uint64_t outside = shared->outside;
    const uint64_t read_below = shared->read_below;
    uint64_t random = thread->random;
    uint64_t reads = 0, writes = 0, torn = 0, start = 0;

    do {
        const int read = mode == BENCH_READ || (mode == BENCH_MIX && bench_random(&random) < read_below);
        if (timed) {
            start = bench_now();
        }
        if (read) {
            take_r(lock);
            if (timed) {
                bench_record(thread->read_wait, bench_now() - start);
            }
            const uint64_t seen = mode == BENCH_READ ? 0 : *guarded;
            if (hold != 0) {
                bench_busy(hold);
            }
            torn += mode == BENCH_READ ? 0 : (uint64_t)(seen != *guarded);
            drop_r(lock);
            reads++;
        } else {
#ifdef BENCH_WITH_SEEK
            if (mode == BENCH_SEEK) {
                take_s(lock);
            } else
#endif
            {
                take_w(lock);
            }
            if (timed) {
                bench_record(thread->write_wait, bench_now() - start);
            }
            const uint64_t seen = *guarded;
            if (hold != 0) {
                bench_busy(hold);
            }
            *guarded = seen + 1;
#ifdef BENCH_WITH_SEEK
            if (mode == BENCH_SEEK) {
                drop_s(lock);
            } else
#endif
            {
                drop_w(lock);
            }
            writes++;
        }
        if (outside != 0) {
            bench_busy(outside);
        }
    } while (!bench_stopped(shared));

    thread->reads = reads;
    thread->writes = writes;
    thread->torn = torn;
}

BENCH_OWN void bench_loop_read(struct bench_thread *thread) { bench_loop(thread, BENCH_READ, 0); }
BENCH_OWN void bench_loop_write(struct bench_thread *thread) { bench_loop(thread, BENCH_WRITE, 0); }
BENCH_OWN void bench_loop_mix(struct bench_thread *thread) { bench_loop(thread, BENCH_MIX, 0); }
BENCH_OWN void bench_loop_timed(struct bench_thread *thread) { bench_loop(thread, BENCH_MIX, 1); }
#ifdef BENCH_WITH_SEEK
BENCH_OWN void bench_loop_seek(struct bench_thread *thread) { bench_loop(thread, BENCH_SEEK, 0); }
#endif

static void bench_run(struct bench_thread *thread)
{
    if (thread->read_wait != NULL) {
        bench_loop_timed(thread);
        return;
    }
    switch (thread->shared->mode) {
    case BENCH_READ:
        bench_loop_read(thread);
        break;
    case BENCH_WRITE:
        bench_loop_write(thread);
        break;
#ifdef BENCH_WITH_SEEK
    case BENCH_SEEK:
        bench_loop_seek(thread);
        break;
#endif
    default:
        bench_loop_mix(thread);
    }
}

#ifdef BENCH_WITH_UPGRADE
/* One upgrade in 64 goes on to W: often enough to be exercised, too rare to be what keeps the writer out. */
#define BENCH_UPGRADES_PER_WRITE 64

/*
 * Upgraders go from R to S and back out without a pause; `reads` counts upgrades, `writes` changes of the guarded
 * value. The writer has the hold and outside times, and the time it waits is what the scenario is about.
 */
static void bench_upgrade(struct bench_thread *thread)
{
    struct bench_shared *shared = thread->shared;
    lock_t *lock = (lock_t *)(void *)shared->lock;
    volatile uint64_t *guarded = &shared->guarded;
    uint64_t upgrades = 0, writes = 0, torn = 0;

    if (thread->writer) {
        do {
            const uint64_t start = bench_now();
            take_w(lock);
            bench_record(thread->write_wait, bench_now() - start);
            const uint64_t seen = *guarded;
            bench_busy(shared->hold);
            *guarded = seen + 1;
            drop_w(lock);
            writes++;
            bench_busy(shared->outside);
        } while (!bench_stopped(shared));
    } else {
        do {
            take_r(lock);
            const uint64_t seen = *guarded;
            if (try_rtos(lock)) {
                torn += (uint64_t)(seen != *guarded);
                upgrades++;
                if (upgrades % BENCH_UPGRADES_PER_WRITE == 0) {
                    stow(lock);
                    *guarded = *guarded + 1;
                    writes++;
                    wtos(lock);
                }
                drop_s(lock);
            } else {
                torn += (uint64_t)(seen != *guarded);
                drop_r(lock);
            }
        } while (!bench_stopped(shared));
    }
    thread->reads = upgrades;
    thread->writes = writes;
    thread->torn = torn;
}
#endif

static void bench_init(void *memory)
{
    lock_init((lock_t *)memory);
}

#ifdef __cplusplus
extern "C"
#endif
    const struct bench_lock BENCH_JOIN(bench_lock_, BENCH_ID) = {
        BENCH_NAME, BENCH_ROLE,
#ifdef BENCH_WITH_SEEK
        BENCH_HAS_SEEK |
#endif
#ifdef BENCH_WITH_UPGRADE
            BENCH_HAS_UPGRADE |
#endif
#ifdef BENCH_AMONG_PRELOADS
            BENCH_AMONG |
#endif
            0u,
        lock_version, bench_init, bench_run,
#ifdef BENCH_WITH_UPGRADE
        bench_upgrade
#else
        NULL
#endif
};
