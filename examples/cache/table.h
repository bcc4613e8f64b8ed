/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A hash table from words to what is known about them. It knows nothing of
 * locks: cache.inc.h does. The words belong to the text and must outlive it.
 */
#ifndef TABLE_H
#define TABLE_H

#include <stddef.h>
#include <stdint.h>

struct facts {
    uint64_t count;
    uint64_t first_line;
};

struct entry {
    struct entry *next;
    const char *word;
    uint32_t hash;
    struct facts facts;
};

struct table {
    struct entry **buckets;
    size_t mask;
};

void table_init(struct table *table, size_t words);
void table_destroy(struct table *table);

/* Needs no lock, so it is done before one is taken. */
uint32_t table_hash(const char *word);

/* These two only look; several threads may at the same time. */
struct entry *table_find(const struct table *table, const char *word, uint32_t hash);
size_t table_size(const struct table *table);

/* These two change the table and must be alone. */
void table_link(struct table *table, struct entry *entry);
struct entry *table_unlink(struct table *table, const char *word, uint32_t hash);

#endif
