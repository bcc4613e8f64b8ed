/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Threads that do a job for a while, and children of fork that do it too. */
#ifndef OPENSSL_RUN_H
#define OPENSSL_RUN_H

#include <pthread.h>

#include "jobs.h"

/* Exit statuses. */
enum { RIGHT, WRONG, UNABLE, HANGS };

/* On cache lines of its own, and written once. */
struct tally {
    _Alignas(128) pthread_t thread;
    long long operations, wrong, cpu_ns;
};

struct run {
    const struct job *job;
    double seconds;
    unsigned threads;
    bool forks;
    struct tally *tallies;
    long long wall_ns;
};

extern struct run run;

/* Says why, and ends the process. */
_Noreturn void unable(const char *what);

/* From now on a process that hangs ends itself. Children do not inherit this. */
void limit_time(void);

/* The whole run, with its children. Returns the number of things that were wrong. */
long long do_run(void);

#endif
