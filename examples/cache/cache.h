/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A cache of words that threads share, under a lock of one of several kinds.
 *
 * cache.inc.h has the operations. Each cache_KIND.c compiles them once, for
 * one kind of lock, so that the lock's calls are as direct as in a program
 * that has a single kind.
 */
#ifndef CACHE_H
#define CACHE_H

#include <pthread.h>
#include <rswlock.h>

#include "table.h"

union lock {
    rsw64_t rsw64;
    rsw32_t rsw32;
    pthread_rwlock_t pthread;
};

/* lookups is the sum of the others whenever somebody may look at it. */
struct tally {
    uint64_t lookups;
    uint64_t hits;
    uint64_t misses;
};

struct cache {
    union lock lock;
    struct table table;
    /* A busy lock takes its cache line along; what has another lock keeps off. */
    char apart[64];
    union lock tally_lock;
    struct tally tally;
};

struct cache_kind {
    const char *name;
    void (*init)(struct cache *cache, size_t words);
    void (*destroy)(struct cache *cache);

    /* R: copies what is known about a word, if it is there. */
    bool (*find)(struct cache *cache, const char *word, struct facts *facts);
    /* S, then W: one more occurrence of a word. */
    void (*count)(struct cache *cache, const char *word, uint64_t line);
    /* S, then W if the word is missing. Whether it was. */
    bool (*fill)(struct cache *cache, const char *word, const struct facts *facts);
    /* W: whether the word was there. */
    bool (*evict)(struct cache *cache, const char *word);
    /* R: the number of words. */
    size_t (*size)(struct cache *cache);

    /* A, on a lock of its own: any number of threads at once. */
    void (*add_tally)(struct cache *cache, uint64_t hits, uint64_t misses);
    /* R, which keeps A out: the sums agree. */
    struct tally (*read_tally)(struct cache *cache);
};

extern const struct cache_kind cache_rsw64;
extern const struct cache_kind cache_rsw32;
extern const struct cache_kind cache_pthread;

#endif
