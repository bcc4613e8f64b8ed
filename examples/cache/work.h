/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What threads do with a cache, with every answer compared to the text. */
#ifndef WORK_H
#define WORK_H

#include "cache.h"
#include "text.h"

/* A cache at work, and what became of it so far. */
struct subject {
    const struct cache_kind *kind;
    const struct text *text;
    struct cache cache;
    uint64_t lookups;
    uint64_t misses;
    uint64_t filled;
    uint64_t evicted;
    /* Answers that were not true. */
    uint64_t wrong;
};

/* How quick a turn of serving was. */
struct speed {
    double per_second;
    /* Lookups of the slowest thread divided by those of the quickest. */
    double fairness;
};

void subject_init(struct subject *subject, const struct cache_kind *kind, const struct text *text);
void subject_free(struct subject *subject);

/* Each thread counts the words of its part of the text, and looks each up. */
void count_text(struct subject *subject, size_t threads);

/* Each thread asks for the words of the text one after the other, fills in
 * those that are missing, and evicts one in a hundred. */
struct speed serve(struct subject *subject, size_t threads, unsigned milliseconds);

/* Compares all of the cache with the text (no word may be missing if it is to
 * be `complete`), and its tally with what the threads counted. */
void audit(struct subject *subject, bool complete);

#endif
