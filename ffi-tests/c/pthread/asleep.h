/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Whether a thread sleeps at a lock, seen from outside. */
#ifndef FFI_TESTS_PTHREAD_ASLEEP_H
#define FFI_TESTS_PTHREAD_ASLEEP_H

#include <sys/syscall.h>

#include "setup.h"

/* A futex call that a thread sleeps in. */
struct sleep {
    unsigned long address, operation, value, timeout;
};

static inline char state_of(pid_t process, pid_t thread)
{
    char path[64], line[512];
    char *state = NULL;
    FILE *file;

    snprintf(path, sizeof(path), "/proc/%d/task/%d/stat", process, thread);
    file = fopen(path, "r");
    CHECK(file != NULL);
    if (fgets(line, sizeof(line), file) != NULL)
        state = strrchr(line, ')');
    fclose(file);
    CHECK(state != NULL);
    return state[2];
}

/* Whether the thread is in a futex call, and which. */
static inline bool futex_of(pid_t process, pid_t thread, struct sleep *sleep)
{
    char path[64], line[256] = "";
    long number;
    FILE *file;

    snprintf(path, sizeof(path), "/proc/%d/task/%d/syscall", process, thread);
    file = fopen(path, "r");
    if (file == NULL)
        return false;
    if (fgets(line, sizeof(line), file) == NULL)
        line[0] = '\0';
    fclose(file);
    return sscanf(line, "%ld %lx %lx %lx %lx", &number, &sleep->address, &sleep->operation,
                  &sleep->value, &sleep->timeout) == 5 && number == SYS_futex;
}

/* The kernel can be built without that file. Then a thread in a call that does
 * nothing but lock is taken for one that sleeps there as soon as it sleeps. */
static inline bool calls_are_visible(void)
{
    static int visible = -1;

    if (visible < 0)
        visible = access("/proc/self/syscall", R_OK) == 0;
    return visible == 1;
}

static inline bool sleeps_at(pid_t process, pid_t thread, const void *lock)
{
    struct sleep sleep;

    if (!calls_are_visible())
        return state_of(process, thread) == 'S';
    return futex_of(process, thread, &sleep) && sleep.address >= (unsigned long)lock &&
           sleep.address < (unsigned long)lock + sizeof(pthread_rwlock_t);
}

/* CPU time of all threads of this process. */
static inline uint64_t cpu_ns(void)
{
    struct timespec used;

    CHECK(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) == 0);
    return (uint64_t)used.tv_sec * 1000000000u + (uint64_t)used.tv_nsec;
}

#endif
