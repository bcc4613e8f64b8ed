/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "preload.h"

/*
 * A chain of dependent additions. No relax instruction: hold times stand for work, and PAUSE would hand the core's
 * resources to a sibling thread. The empty asm keeps the compiler from computing the end of the chain at once.
 */
void bench_busy(uint64_t rounds)
{
    uint64_t x = rounds;
    while (rounds != 0) {
        x = x * 5 + 1;
        __asm__ volatile("" : "+r"(x));
        rounds--;
    }
}

size_t bench_hist_index(uint64_t value)
{
    if (value < BENCH_SUB) {
        return (size_t)value;
    }
    unsigned shift = 63u - 5u - (unsigned)__builtin_clzll(value);
    return (size_t)(shift + 1) * BENCH_SUB + (size_t)((value >> shift) - BENCH_SUB);
}

/* The driver compares these with its own view of the structures before it starts. */
size_t bench_sizeof_shared(void) { return sizeof(struct bench_shared); }
size_t bench_sizeof_thread(void) { return sizeof(struct bench_thread); }
size_t bench_sizeof_hist(void) { return sizeof(struct bench_hist); }
size_t bench_sizeof_lock(void) { return sizeof(struct bench_lock); }
size_t bench_sizeof_calls(void) { return sizeof(struct bench_calls); }
