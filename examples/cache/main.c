/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Counts the words of a text into caches that differ in their lock, lets
 * threads be served from them, and compares the locks.
 *
 * usage: cache [FILE]
 *
 * The exit status is 1 if a cache ever gave a wrong answer, and 2 if the
 * example could not run.
 */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <unistd.h>

#include "machine.h"
#include "memory.h"
#include "work.h"

#define ROUNDS 7
#define LOADS 3
#define KINDS 3
/* What the others are compared with. */
#define REFERENCE 2
/* The part of all CPU time that others may have before it is worth a word. */
#define DISTURBED 0.05

static const struct cache_kind *const kinds[KINDS] = {&cache_rsw64, &cache_rsw32, &cache_pthread};

struct load {
    const char *name;
    size_t threads;
    unsigned milliseconds;
};

static struct subject subjects[KINDS];
static struct speed speeds[LOADS][KINDS][ROUNDS];

static const char *some_text(void)
{
    static const char *const usual[] = {
        "/usr/share/dict/words",
        "/usr/share/common-licenses/GPL-3",
    };

    for (size_t i = 0; i < sizeof(usual) / sizeof(*usual); i++) {
        if (access(usual[i], R_OK) == 0) {
            return usual[i];
        }
    }
    unable("found no text on this machine; name a file: cache FILE, or make run TEXT=FILE");
    return NULL;
}

static int compare(const void *left, const void *right)
{
    const double *a = left;
    const double *b = right;

    return (*a > *b) - (*a < *b);
}

static double median(double *values)
{
    qsort(values, ROUNDS, sizeof(*values), compare);
    return values[ROUNDS / 2];
}

/* All kinds take turns within a round, each beginning some rounds, so that
 * whatever else the machine does meets them alike. */
static void measure(const struct load *loads)
{
    for (size_t round = 0; round < ROUNDS; round++) {
        for (size_t load = 0; load < LOADS; load++) {
            for (size_t turn = 0; turn < KINDS; turn++) {
                size_t kind = (round + turn) % KINDS;
                speeds[load][kind][round] =
                    serve(&subjects[kind], loads[load].threads, loads[load].milliseconds);
            }
        }
    }
}

/* A lock that yields the CPU hands it to the other work, one that spins does
 * not; so with other work around, the figures compare something else. */
static void print_disturbance(const struct cpu_time *before, const struct cpu_time *after)
{
    double own = after->own - before->own;
    double everybody = after->everybody - before->everybody;

    if (everybody > 0 && everybody - own > DISTURBED * everybody) {
        printf("\nOther work had %.0f %% of the CPU time, so these figures say little.\n",
               100 * (everybody - own) / everybody);
    }
}

static void print_subjects(void)
{
    printf("%-18s%14s%14s%14s%8s\n", "", "lookups", "filled in", "evicted", "wrong");
    printf("%-18s%14s%14s%14s\n", "", "R", "S to W", "W");
    for (size_t kind = 0; kind < KINDS; kind++) {
        const struct subject *subject = &subjects[kind];
        printf("%-18s%14" PRIu64 "%14" PRIu64 "%14" PRIu64 "%8" PRIu64 "\n", subject->kind->name,
               subject->lookups, subject->filled, subject->evicted, subject->wrong);
    }
}

static void print_speeds(const struct load *loads)
{
    printf("%-18s", "threads");
    for (size_t kind = 0; kind < KINDS; kind++) {
        printf("%20s", kinds[kind]->name);
    }
    printf("%14s\n", "M lookups/s");
    for (size_t load = 0; load < LOADS; load++) {
        double values[ROUNDS];
        printf("%3zu %-14s", loads[load].threads, loads[load].name);
        for (size_t kind = 0; kind < KINDS; kind++) {
            for (size_t round = 0; round < ROUNDS; round++) {
                values[round] = speeds[load][kind][round].per_second /
                                speeds[load][REFERENCE][round].per_second;
            }
            double ratio = median(values);
            for (size_t round = 0; round < ROUNDS; round++) {
                values[round] = speeds[load][kind][round].fairness;
            }
            printf("%13.2f (%.2f)", ratio, median(values));
        }
        for (size_t round = 0; round < ROUNDS; round++) {
            values[round] = speeds[load][REFERENCE][round].per_second / 1e6;
        }
        printf("%14.1f\n", median(values));
    }
}

int main(int count, char **arguments)
{
    const char *path = count > 1 ? arguments[1] : some_text();
    const size_t cpus = count_cpus();
    const struct load loads[LOADS] = {
        {"alone", 1, 100},
        {"one a CPU", cpus, 100},
        {"four a CPU", 4 * cpus, 300},
    };
    struct text text;
    uint64_t wrong = 0;

    text_load(&text, path);
    printf("rswlock %s: %s, %zu words, %zu different\n", rsw_version(), path, text.words,
           text.different);
    for (size_t kind = 0; kind < KINDS; kind++) {
        subject_init(&subjects[kind], kinds[kind], &text);
        count_text(&subjects[kind], 4 * cpus);
        audit(&subjects[kind], true);
        wrong += subjects[kind].wrong;
    }
    printf("Counted by %zu threads at once: %s a count by one thread.\n\n", 4 * cpus,
           wrong ? "DIFFERS from" : "equal to");

    const struct cpu_time before = cpu_time();
    measure(loads);
    const struct cpu_time after = cpu_time();
    wrong = 0;
    for (size_t kind = 0; kind < KINDS; kind++) {
        audit(&subjects[kind], false);
        wrong += subjects[kind].wrong;
    }
    print_subjects();
    printf("\nLookups a second as a ratio to pthread_rwlock_t, and in brackets the slowest\n"
           "thread's part of the quickest's; medians of %d rounds:\n\n",
           ROUNDS);
    print_speeds(loads);
    print_disturbance(&before, &after);

    for (size_t kind = 0; kind < KINDS; kind++) {
        subject_free(&subjects[kind]);
    }
    text_free(&text);
    if (wrong) {
        printf("\nWRONG ANSWERS: %" PRIu64 "\n", wrong);
        return 1;
    }
    printf("\nEvery answer was right.\n");
    return 0;
}
