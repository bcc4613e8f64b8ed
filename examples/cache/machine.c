/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#define _GNU_SOURCE /* sched_getaffinity */

#include "machine.h"

#include <sched.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

size_t count_cpus(void)
{
    cpu_set_t set;
    long online = sysconf(_SC_NPROCESSORS_ONLN);

    if (sched_getaffinity(0, sizeof(set), &set) == 0) {
        return (size_t)CPU_COUNT(&set);
    }
    return online > 0 ? (size_t)online : 1;
}

static double seconds_of(clockid_t clock)
{
    struct timespec time;

    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

double now(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

struct cpu_time cpu_time(void)
{
    struct cpu_time time = {0, seconds_of(CLOCK_PROCESS_CPUTIME_ID)};
    FILE *file = fopen("/proc/stat", "r");
    double user, nice, system, idle, iowait, irq, softirq, steal;

    if (!file) {
        return time;
    }
    if (fscanf(file, "cpu %lf %lf %lf %lf %lf %lf %lf %lf", &user, &nice, &system, &idle, &iowait,
               &irq, &softirq, &steal) == 8) {
        /* On a virtual machine, steal is what other guests took. */
        time.everybody =
            (user + nice + system + irq + softirq + steal) / (double)sysconf(_SC_CLK_TCK);
    }
    fclose(file);
    return time;
}
