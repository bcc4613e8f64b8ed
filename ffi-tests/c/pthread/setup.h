/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Start and end of a program about pthread's read-write locks. Each is run
 * twice: with the C library's own locks, which shows that the program is right,
 * and with the shim preloaded. In the second case RSWLOCK_TEST_SHIM names the
 * shim's file, and the functions must come from there.
 */
#ifndef FFI_TESTS_PTHREAD_SETUP_H
#define FFI_TESTS_PTHREAD_SETUP_H

#include <dlfcn.h>
#include <limits.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "../check.h"

/* A program that hangs is ended by SIGALRM. Generous: machines can be busy, or
 * emulated; then RSWLOCK_TEST_LIMIT has more. */
static inline unsigned limit_seconds(void)
{
    const char *limit = getenv("RSWLOCK_TEST_LIMIT");

    return limit != NULL ? (unsigned)atoi(limit) : 60;
}

/* Whether what only the shim promises can be asked for. */
static bool with_shim;

/* The file that has the function or object at that address. */
static inline const char *file_of(void *address)
{
    static __thread char path[PATH_MAX];
    Dl_info info;

    CHECK(dladdr(address, &info) != 0);
    CHECK(realpath(info.dli_fname, path) != NULL);
    return path;
}

/* The function is the one that this run is about. */
static inline void check_origin(const char *name, void *function)
{
    const char *shim = getenv("RSWLOCK_TEST_SHIM");
    char path[PATH_MAX];
    bool ours;

    CHECK(function != NULL);
    ours = shim != NULL && realpath(shim, path) != NULL && strcmp(file_of(function), path) == 0;
    if (ours != with_shim) {
        fprintf(stderr, "%s is in %s\n", name, file_of(function));
        _exit(1);
    }
}

static inline void setup(void)
{
    alarm(limit_seconds());
    with_shim = getenv("RSWLOCK_TEST_SHIM") != NULL;
    check_origin("pthread_rwlock_rdlock", (void *)pthread_rwlock_rdlock);
    check_origin("pthread_rwlock_unlock", (void *)pthread_rwlock_unlock);
}

/* The smallest stack that a thread may have: 16 KiB, or more on Arm. */
static inline void small_stacks(pthread_attr_t *attributes)
{
    CHECK(pthread_attr_init(attributes) == 0);
    if (pthread_attr_setstacksize(attributes, 16384) != 0)
        CHECK(pthread_attr_setstacksize(attributes, (size_t)sysconf(_SC_THREAD_STACK_MIN)) == 0);
}

/* What cannot be tested here; the driver passes it on. */
static inline void skipped(const char *what, const char *why)
{
    fprintf(stderr, "skipped: %s: %s\n", what, why);
}

/* A child that ends with its parent, and soon. */
static inline pid_t fork_child(void)
{
    pid_t child = fork();

    CHECK(child >= 0);
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        alarm(limit_seconds());
    }
    return child;
}

static inline void await_child(pid_t child)
{
    int status;

    CHECK(waitpid(child, &status, 0) == child);
    CHECK_EQ(status, 0);
}

static inline pthread_rwlock_t *make_lock(pthread_rwlock_t *lock, int kind, int shared)
{
    pthread_rwlockattr_t attributes;

    CHECK_EQ(pthread_rwlockattr_init(&attributes), 0);
    CHECK_EQ(pthread_rwlockattr_setkind_np(&attributes, kind), 0);
    CHECK_EQ(pthread_rwlockattr_setpshared(&attributes, shared), 0);
    CHECK_EQ(pthread_rwlock_init(lock, &attributes), 0);
    CHECK_EQ(pthread_rwlockattr_destroy(&attributes), 0);
    return lock;
}

/* Nobody holds the lock and nobody is taken for holding it. */
static inline void check_free(pthread_rwlock_t *lock)
{
    CHECK_EQ(pthread_rwlock_trywrlock(lock), 0);
    CHECK_EQ(pthread_rwlock_tryrdlock(lock), EBUSY);
    CHECK_EQ(pthread_rwlock_unlock(lock), 0);
    CHECK_EQ(pthread_rwlock_tryrdlock(lock), 0);
    CHECK_EQ(pthread_rwlock_trywrlock(lock), EBUSY);
    CHECK_EQ(pthread_rwlock_unlock(lock), 0);
}

#endif
