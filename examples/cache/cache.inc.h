/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The operations of a cache. The file that includes this defines
 *
 *   KIND, NAME                    what cache.h and the user call the kind
 *   LOCK(u)                       the address of its lock in a union lock
 *   lock_init, lock_destroy
 *   take_r, drop_r                to look, beside others who look
 *   take_s, drop_s, stow          to look with the right to write next
 *   take_w, drop_w                to write, alone
 *   take_a, drop_a                to write atomically, beside others who do
 *   take_sum, drop_sum            to look at what is written under A
 */
#include "cache.h"
#include "memory.h"

#define JOIN2(a, b) a##b
#define JOIN(a, b)  JOIN2(a, b)

static void init(struct cache *cache, size_t words)
{
    table_init(&cache->table, words);
    lock_init(LOCK(cache->lock));
    lock_init(LOCK(cache->tally_lock));
    cache->tally = (struct tally){0, 0, 0};
}

static void destroy(struct cache *cache)
{
    lock_destroy(LOCK(cache->lock));
    lock_destroy(LOCK(cache->tally_lock));
    table_destroy(&cache->table);
}

static struct entry *new_entry(const char *word, uint32_t hash, const struct facts *facts)
{
    struct entry *entry = allocate(1, sizeof(*entry));

    entry->word = word;
    entry->hash = hash;
    entry->facts = *facts;
    return entry;
}

/* The facts are copied: the entry may be gone as soon as R is dropped. */
static bool find(struct cache *cache, const char *word, struct facts *facts)
{
    uint32_t hash = table_hash(word);

    take_r(LOCK(cache->lock));
    const struct entry *entry = table_find(&cache->table, word, hash);
    if (entry) {
        *facts = entry->facts;
    }
    drop_r(LOCK(cache->lock));
    return entry != NULL;
}

/*
 * Searching and allocating need no more than S, so readers are served the
 * while. They have to be gone only for the change itself; and since nobody
 * else can write between S and W, what was found is still true then.
 */
static void count(struct cache *cache, const char *word, uint64_t line)
{
    uint32_t hash = table_hash(word);

    take_s(LOCK(cache->lock));
    struct entry *entry = table_find(&cache->table, word, hash);
    if (entry) {
        stow(LOCK(cache->lock));
        entry->facts.count++;
        if (line < entry->facts.first_line) {
            entry->facts.first_line = line;
        }
    } else {
        const struct facts facts = {1, line};
        entry = new_entry(word, hash, &facts);
        stow(LOCK(cache->lock));
        table_link(&cache->table, entry);
    }
    drop_w(LOCK(cache->lock));
}

/* Several threads may miss the same word. The first fills it in; the others
 * find it and go away without having kept a single reader waiting. */
static bool fill(struct cache *cache, const char *word, const struct facts *facts)
{
    uint32_t hash = table_hash(word);

    take_s(LOCK(cache->lock));
    if (table_find(&cache->table, word, hash)) {
        drop_s(LOCK(cache->lock));
        return false;
    }
    struct entry *entry = new_entry(word, hash, facts);
    stow(LOCK(cache->lock));
    table_link(&cache->table, entry);
    drop_w(LOCK(cache->lock));
    return true;
}

static bool evict(struct cache *cache, const char *word)
{
    uint32_t hash = table_hash(word);

    take_w(LOCK(cache->lock));
    struct entry *entry = table_unlink(&cache->table, word, hash);
    drop_w(LOCK(cache->lock));
    /* Nobody can have it any more. */
    free(entry);
    return entry != NULL;
}

static size_t size(struct cache *cache)
{
    take_r(LOCK(cache->lock));
    size_t words = table_size(&cache->table);
    drop_r(LOCK(cache->lock));
    return words;
}

/* Each addition is atomic by itself. A makes the three of them one change for
 * those who read under R, without making the writers wait for each other. */
static void add_tally(struct cache *cache, uint64_t hits, uint64_t misses)
{
    take_a(LOCK(cache->tally_lock));
    __atomic_fetch_add(&cache->tally.lookups, hits + misses, __ATOMIC_RELAXED);
    __atomic_fetch_add(&cache->tally.hits, hits, __ATOMIC_RELAXED);
    __atomic_fetch_add(&cache->tally.misses, misses, __ATOMIC_RELAXED);
    drop_a(LOCK(cache->tally_lock));
}

static struct tally read_tally(struct cache *cache)
{
    take_sum(LOCK(cache->tally_lock));
    struct tally tally = cache->tally;
    drop_sum(LOCK(cache->tally_lock));
    return tally;
}

const struct cache_kind JOIN(cache_, KIND) = {
    NAME, init, destroy, find, count, fill, evict, size, add_tally, read_tally,
};
