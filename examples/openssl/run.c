/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#define _GNU_SOURCE

#include "run.h"

#include <errno.h>
#include <openssl/err.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NS 1000000000L
/* Seconds after the end before somebody must be waiting for ever. */
#define PATIENCE 60
/* In a child of busy threads. */
#define CHILD_REPEATS 100

struct run run;
static pthread_barrier_t start;
static bool stop;

void unable(const char *what)
{
    fprintf(stderr, "openssl_threads: %s\n", what);
    ERR_print_errors_fp(stderr);
    exit(UNABLE);
}

static long long now(clockid_t clock)
{
    struct timespec time;

    clock_gettime(clock, &time);
    return time.tv_sec * (long long)NS + time.tv_nsec;
}

static void *work(void *argument)
{
    struct tally *tally = argument;
    long long operations = 0, wrong = 0, began;

    pthread_barrier_wait(&start);
    began = now(CLOCK_THREAD_CPUTIME_ID);
    while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
        wrong += !run.job->once();
        operations++;
    }
    tally->cpu_ns = now(CLOCK_THREAD_CPUTIME_ID) - began;
    tally->operations = operations;
    tally->wrong = wrong;
    return NULL;
}

static void give_up(int signal)
{
    static const char text[] = "openssl_threads: still not done; somebody waits for ever\n";
    ssize_t written = write(STDERR_FILENO, text, sizeof(text) - 1);

    (void)signal;
    (void)written;
    _exit(HANGS);
}

void limit_time(void)
{
    signal(SIGALRM, give_up);
    alarm((unsigned)run.seconds + PATIENCE);
}

static void pause_for(double seconds)
{
    struct timespec left = {(time_t)seconds,
                            (long)((seconds - (double)(time_t)seconds) * (double)NS)};

    while (nanosleep(&left, &left) != 0 && errno == EINTR) {
    }
}

static pid_t new_child(void)
{
    pid_t child = fork();

    if (child < 0) {
        unable("cannot fork");
    }
    if (child == 0) {
        limit_time();
    }
    return child;
}

/* Whether a child has ended, and well. */
static bool is_well(pid_t child)
{
    int status;

    while (waitpid(child, &status, 0) != child) {
        if (errno != EINTR) {
            return false;
        }
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == RIGHT;
}

/*
 * Children that find the locks as the threads of their parent have just left them, with readers
 * inside that do not exist in the child.
 */
static long long fork_beside_work(void)
{
    long long until = now(CLOCK_MONOTONIC) + (long long)(run.seconds * (double)NS), ill = 0;

    while (now(CLOCK_MONOTONIC) < until && ill == 0) {
        pid_t child = new_child();

        if (child == 0) {
            bool right = true;

            for (int i = 0; i < CHILD_REPEATS; i++) {
                right = run.job->once() && right;
            }
            /* No clean-up by exit handlers: those of the library take locks for writing. */
            _exit(right ? RIGHT : WRONG);
        }
        ill += !is_well(child);
    }
    return ill;
}

static long long run_threads(void)
{
    long long wrong = 0, began;

    if (pthread_barrier_init(&start, NULL, run.threads + 1) != 0) {
        unable("no barrier");
    }
    for (unsigned i = 0; i < run.threads; i++) {
        struct tally *tally = &run.tallies[i];

        if (pthread_create(&tally->thread, NULL, work, tally) != 0) {
            unable("cannot start so many threads");
        }
    }
    pthread_barrier_wait(&start);
    began = now(CLOCK_MONOTONIC);
    if (run.forks && run.job->reads_only) {
        wrong += fork_beside_work();
    } else {
        pause_for(run.seconds);
    }
    __atomic_store_n(&stop, true, __ATOMIC_RELAXED);
    for (unsigned i = 0; i < run.threads; i++) {
        pthread_join(run.tallies[i].thread, NULL);
        wrong += run.tallies[i].wrong;
    }
    run.wall_ns = now(CLOCK_MONOTONIC) - began;
    return wrong;
}

long long do_run(void)
{
    pid_t child = 0;
    long long wrong;

    run.tallies = aligned_alloc(_Alignof(struct tally), run.threads * sizeof(*run.tallies));
    if (run.tallies == NULL) {
        unable("no memory");
    }
    if (run.forks) {
        child = new_child();
        if (child == 0) {
            _exit(run_threads() == 0 ? RIGHT : WRONG);
        }
    }
    wrong = run_threads();
    return wrong + (child != 0 && !is_well(child));
}
