/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "work.h"

#include <time.h>

#include "machine.h"
#include "memory.h"

#define EVICT_EVERY 100
#define TALLY_EVERY 256
/* How often a turn of serving has its tally looked at. */
#define LOOKS 4

struct crew;

struct worker {
    pthread_t thread;
    struct crew *crew;
    size_t number;
    uint64_t lookups;
    uint64_t misses;
    uint64_t filled;
    uint64_t evicted;
    uint64_t wrong;
};

struct crew {
    struct subject *subject;
    struct worker *workers;
    size_t size;
    pthread_barrier_t start;
    bool stop;
};

void subject_init(struct subject *subject, const struct cache_kind *kind, const struct text *text)
{
    subject->kind = kind;
    subject->text = text;
    kind->init(&subject->cache, text->different);
}

void subject_free(struct subject *subject)
{
    subject->kind->destroy(&subject->cache);
}

/* When this returns, all threads have begun, or do as soon as they get a CPU. */
static void crew_start(struct crew *crew, struct subject *subject, size_t threads,
                       void *(*task)(void *))
{
    crew->subject = subject;
    crew->size = threads;
    crew->stop = false;
    crew->workers = allocate(threads, sizeof(*crew->workers));
    pthread_barrier_init(&crew->start, NULL, (unsigned)threads + 1);
    for (size_t i = 0; i < threads; i++) {
        struct worker *worker = &crew->workers[i];
        worker->crew = crew;
        worker->number = i;
        if (pthread_create(&worker->thread, NULL, task, worker) != 0) {
            unable("cannot start as many threads");
        }
    }
    pthread_barrier_wait(&crew->start);
}

static void crew_end(struct crew *crew)
{
    struct subject *subject = crew->subject;

    for (size_t i = 0; i < crew->size; i++) {
        const struct worker *worker = &crew->workers[i];
        pthread_join(worker->thread, NULL);
        subject->lookups += worker->lookups;
        subject->misses += worker->misses;
        subject->filled += worker->filled;
        subject->evicted += worker->evicted;
        subject->wrong += worker->wrong;
    }
    pthread_barrier_destroy(&crew->start);
}

/* The part of the text where a worker begins. */
static size_t begin_of(const struct crew *crew, size_t number)
{
    return (size_t)((uint64_t)crew->subject->text->words * number / crew->size);
}

static void *count_part(void *argument)
{
    struct worker *worker = argument;
    struct subject *subject = worker->crew->subject;
    const struct cache_kind *kind = subject->kind;
    size_t begin = begin_of(worker->crew, worker->number);
    size_t end = begin_of(worker->crew, worker->number + 1);

    pthread_barrier_wait(&worker->crew->start);
    for (size_t i = begin; i < end; i++) {
        const struct place *place = &subject->text->places[i];
        struct facts facts;
        kind->count(&subject->cache, place->word, place->line);
        /* Others may have counted the word too, but nobody can uncount it. */
        if (!kind->find(&subject->cache, place->word, &facts) || facts.count < 1 ||
            facts.count > place->known->facts.count || facts.first_line > place->line) {
            worker->wrong++;
        }
    }
    return NULL;
}

void count_text(struct subject *subject, size_t threads)
{
    struct crew crew;

    crew_start(&crew, subject, threads, count_part);
    crew_end(&crew);
    free(crew.workers);
}

static bool same(const struct facts *a, const struct facts *b)
{
    return a->count == b->count && a->first_line == b->first_line;
}

static void *serve_words(void *argument)
{
    struct worker *worker = argument;
    const struct crew *crew = worker->crew;
    struct subject *subject = crew->subject;
    const struct cache_kind *kind = subject->kind;
    const struct text *text = subject->text;
    struct cache *cache = &subject->cache;
    size_t next = begin_of(crew, worker->number);
    /* Counted on the thread's own stack: neighbours in memory would slow each other. */
    uint64_t lookups = 0, misses = 0, filled = 0, evicted = 0, wrong = 0, tallied = 0, missed = 0;

    pthread_barrier_wait(&worker->crew->start);
    while (!__atomic_load_n(&crew->stop, __ATOMIC_RELAXED)) {
        const struct known *known = text->places[next].known;
        struct facts facts;
        next = next + 1 < text->words ? next + 1 : 0;
        lookups++;
        if (!kind->find(cache, known->word, &facts)) {
            misses++;
            filled += kind->fill(cache, known->word, &known->facts);
        } else if (!same(&facts, &known->facts)) {
            wrong++;
        }
        if (lookups % EVICT_EVERY == 0) {
            evicted += kind->evict(cache, known->word);
        }
        if (lookups % TALLY_EVERY == 0) {
            kind->add_tally(cache, lookups - tallied - (misses - missed), misses - missed);
            tallied = lookups;
            missed = misses;
        }
    }
    kind->add_tally(cache, lookups - tallied - (misses - missed), misses - missed);
    worker->lookups = lookups;
    worker->misses = misses;
    worker->filled = filled;
    worker->evicted = evicted;
    worker->wrong = wrong;
    return NULL;
}

static void check_tally(struct subject *subject)
{
    const struct tally tally = subject->kind->read_tally(&subject->cache);

    if (tally.lookups != tally.hits + tally.misses) {
        subject->wrong++;
    }
}

struct speed serve(struct subject *subject, size_t threads, unsigned milliseconds)
{
    const struct timespec nap = {milliseconds / LOOKS / 1000,
                                 (long)(milliseconds / LOOKS % 1000) * 1000000};
    struct crew crew;

    crew_start(&crew, subject, threads, serve_words);
    double began = now();
    for (int i = 0; i < LOOKS; i++) {
        nanosleep(&nap, NULL);
        check_tally(subject);
    }
    __atomic_store_n(&crew.stop, true, __ATOMIC_RELAXED);
    double seconds = now() - began;
    crew_end(&crew);

    uint64_t all = 0, least = UINT64_MAX, most = 1;
    for (size_t i = 0; i < threads; i++) {
        uint64_t lookups = crew.workers[i].lookups;
        all += lookups;
        least = lookups < least ? lookups : least;
        most = lookups > most ? lookups : most;
    }
    free(crew.workers);
    return (struct speed){(double)all / seconds, (double)least / (double)most};
}

void audit(struct subject *subject, bool complete)
{
    const struct text *text = subject->text;
    const struct tally tally = subject->kind->read_tally(&subject->cache);
    size_t present = 0;

    for (size_t i = 0; i < text->different; i++) {
        struct facts facts;
        if (subject->kind->find(&subject->cache, text->known[i].word, &facts)) {
            present++;
            subject->wrong += !same(&facts, &text->known[i].facts);
        }
    }
    /* More entries than words found: one was filled in twice. */
    subject->wrong += subject->kind->size(&subject->cache) != present;
    subject->wrong += present != text->different + subject->filled - subject->evicted;
    subject->wrong += complete && present != text->different;
    subject->wrong += tally.lookups != subject->lookups || tally.misses != subject->misses;
}
