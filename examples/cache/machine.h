/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the machine has, and what others do with it. */
#ifndef MACHINE_H
#define MACHINE_H

#include <stddef.h>

/* The CPUs that this program may use, which can be fewer than there are. */
size_t count_cpus(void);

/* CPU seconds so far, on all CPUs: of everybody, and of this program. */
struct cpu_time {
    double everybody;
    double own;
};

/* `everybody` is 0 where the system does not say. */
struct cpu_time cpu_time(void);

/* Seconds of the monotonic clock. */
double now(void);

#endif
