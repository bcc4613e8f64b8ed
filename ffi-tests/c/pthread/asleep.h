/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Whether a thread sleeps at a lock, seen from outside. */
#ifndef FFI_TESTS_PTHREAD_ASLEEP_H
#define FFI_TESTS_PTHREAD_ASLEEP_H

#include <fcntl.h>
#include <sys/syscall.h>

#include "setup.h"

/* A futex call that a thread sleeps in. */
struct sleep {
    unsigned long address, operation, value, timeout;
};

/* How /proc speaks of system calls. Where this program is translated for
 * another processor, as qemu does, /proc tells of the translator's: by the
 * numbers of the real processor, with every address so much further on. */
struct calls_seen {
    bool at_all;
    bool translated;
    long futex;
    unsigned long further_on;
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

/* The number of futex where read has that number, or -1. */
static inline long futex_beside(long read_call)
{
    if (read_call == SYS_read)
        return SYS_futex;
    if (read_call == 0)
        return 202; /* x86-64 */
    if (read_call == 63)
        return 98; /* newer processors, aarch64 among them */
    return -1;
}

/* A thread that reads that file is in a read, of which everything is known. */
static inline struct calls_seen look_at_own_call(void)
{
    struct calls_seen seen = { false, false, -1, 0 };
    int file = open("/proc/thread-self/syscall", O_RDONLY | O_CLOEXEC);
    char line[256];
    unsigned long buffer;
    long number;

    /* The kernel can be built without. */
    if (file < 0)
        return seen;
    /* A call itself, as a function of the C library may be more than that. */
    long length = syscall(SYS_read, file, line, sizeof(line) - 1);
    close(file);
    CHECK(length >= 0);
    line[length] = '\0';
    if (sscanf(line, "%ld %*x %lx", &number, &buffer) != 2)
        return seen;
    seen.futex = futex_beside(number);
    seen.at_all = seen.futex >= 0;
    seen.translated = number != SYS_read;
    seen.further_on = buffer - (unsigned long)line;
    return seen;
}

static inline const struct calls_seen *calls_seen(void)
{
    static struct calls_seen seen;
    static int looked;

    if (!looked) {
        seen = look_at_own_call();
        looked = 1;
    }
    return &seen;
}

/* Where they are not, a thread in a call that does nothing but lock is taken
 * for one that sleeps there as soon as it sleeps. */
static inline bool calls_are_visible(void)
{
    return calls_seen()->at_all;
}

/* Whether the thread is in a futex call, and which. What the call points to is
 * only this program's where nobody translates. */
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
    if (sscanf(line, "%ld %lx %lx %lx %lx", &number, &sleep->address, &sleep->operation,
               &sleep->value, &sleep->timeout) != 5 || number != calls_seen()->futex)
        return false;
    sleep->address -= calls_seen()->further_on;
    return true;
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
