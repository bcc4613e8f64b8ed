/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "table.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

void table_init(struct table *table, size_t words)
{
    size_t buckets = 1;

    while (buckets < words) {
        buckets *= 2;
    }
    table->mask = buckets - 1;
    table->buckets = allocate(buckets, sizeof(*table->buckets));
}

void table_destroy(struct table *table)
{
    for (size_t i = 0; i <= table->mask; i++) {
        while (table->buckets[i]) {
            struct entry *entry = table->buckets[i];
            table->buckets[i] = entry->next;
            free(entry);
        }
    }
    free(table->buckets);
}

/* FNV-1a. */
uint32_t table_hash(const char *word)
{
    uint32_t hash = UINT32_C(2166136261);

    for (; *word; word++) {
        hash = (hash ^ (unsigned char)*word) * UINT32_C(16777619);
    }
    return hash;
}

static struct entry **place_of(const struct table *table, const char *word, uint32_t hash)
{
    struct entry **place = &table->buckets[hash & table->mask];

    while (*place && ((*place)->hash != hash || strcmp((*place)->word, word) != 0)) {
        place = &(*place)->next;
    }
    return place;
}

struct entry *table_find(const struct table *table, const char *word, uint32_t hash)
{
    return *place_of(table, word, hash);
}

size_t table_size(const struct table *table)
{
    size_t size = 0;

    for (size_t i = 0; i <= table->mask; i++) {
        for (const struct entry *entry = table->buckets[i]; entry; entry = entry->next) {
            size++;
        }
    }
    return size;
}

void table_link(struct table *table, struct entry *entry)
{
    struct entry **bucket = &table->buckets[entry->hash & table->mask];

    entry->next = *bucket;
    *bucket = entry;
}

struct entry *table_unlink(struct table *table, const char *word, uint32_t hash)
{
    struct entry **place = place_of(table, word, hash);
    struct entry *entry = *place;

    if (entry) {
        *place = entry->next;
    }
    return entry;
}
