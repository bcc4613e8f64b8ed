/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * What the driver (Rust, src/ffi.rs mirrors these structures) and the worker loops (C, one file a lock) share.
 * C and C++ can both include it, because some locks only exist in C++.
 */
#ifndef RSWLOCK_BENCH_H
#define RSWLOCK_BENCH_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Two cache lines, because adjacent lines are fetched in pairs on many x86 models. */
#define BENCH_LINES 128
#define BENCH_ALIGNED __attribute__((aligned(BENCH_LINES)))

/* Values 0 to 31 have a bucket each; above, every power of two is cut into 32 buckets (3 % wide). */
#define BENCH_SUB 32
#define BENCH_BUCKETS (60 * BENCH_SUB)

enum bench_mode {
    BENCH_READ = 0,  /* take_r, drop_r only */
    BENCH_WRITE = 1, /* take_w, drop_w only */
    BENCH_SEEK = 2,  /* take_s, drop_s only */
    BENCH_MIX = 3    /* a random choice of read and write before each turn */
};

enum bench_role {
    BENCH_REFERENCE = 0, /* ratios are against this one */
    BENCH_OURS = 1,
    BENCH_OTHER = 2, /* a lock that a C program could use instead */
    BENCH_BOUND = 3  /* no lock at all: what the loop or the calls alone cost */
};

#define BENCH_HAS_SEEK 1u    /* runs in the S scenario */
#define BENCH_HAS_UPGRADE 2u /* runs in the upgraders scenario */
#define BENCH_AMONG 4u       /* compared with preloaded locks instead of lock words */

struct bench_hist {
    uint64_t max;
    uint64_t count[BENCH_BUCKETS];
};

/* One for the whole process, cleared before each slice, so that every lock lives at the same address. */
struct bench_shared {
    BENCH_ALIGNED unsigned char lock[BENCH_LINES];
    BENCH_ALIGNED uint64_t guarded; /* changed under W or S only, never atomically: lost updates show a broken lock */
    BENCH_ALIGNED uint32_t stop;
    uint32_t mode;
    uint64_t hold;       /* rounds of bench_busy inside and outside the lock */
    uint64_t outside;
    uint64_t read_below; /* a turn is a read if 32 random bits are below this */
};

struct bench_thread {
    BENCH_ALIGNED struct bench_shared *shared;
    struct bench_hist *read_wait; /* both NULL in the slices that measure throughput */
    struct bench_hist *write_wait;
    uint64_t random;
    uint32_t writer; /* upgraders scenario: this thread is the writer */
    uint64_t reads;  /* turns done, the last one included even if it ended after the stop */
    uint64_t writes;
    uint64_t torn;   /* reads during which a writer changed the guarded value */
};

struct bench_lock {
    const char *id;
    uint32_t role;
    uint32_t caps;
    const char *(*version)(void);
    void (*init)(void *lock);
    void (*run)(struct bench_thread *thread);
    void (*upgrade)(struct bench_thread *thread); /* NULL without BENCH_HAS_UPGRADE */
};

/* The hold and outside times: plain arithmetic, the very same code for every lock. */
void bench_busy(uint64_t rounds);

size_t bench_hist_index(uint64_t value);

static inline uint64_t bench_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

#ifdef __cplusplus
}
#endif

#endif
