/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * What glibc's tests of read-write locks use of glibc's own support library,
 * written anew on public functions alone, so that the tests can be built outside
 * glibc. scripts/check-suites puts this file where they look for the others.
 *
 * One of them is compiled as C89, hence the comments and declarations.
 */
#ifndef SUITES_SUPPORT_H
#define SUITES_SUPPORT_H

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define UNUSED __attribute__((unused))
/* Seconds, for a test that states no limit of its own. */
#define DEFAULT_TIMEOUT 20

static int failed_checks UNUSED;

#define FAIL_EXIT1(...) \
    do { \
        printf("%s:%d: ", __FILE__, __LINE__); \
        printf(__VA_ARGS__); \
        printf("\n"); \
        exit(1); \
    } while (0)

#define TEST_COMPARE(left, right) \
    do { \
        long left_ = (long)(left), right_ = (long)(right); \
        if (left_ != right_) { \
            printf("%s:%d: %s is %ld, %s is %ld\n", __FILE__, __LINE__, #left, left_, #right, \
                   right_); \
            failed_checks++; \
        } \
    } while (0)

#define TEST_TIMESPEC_NOW_OR_AFTER(clock, bound) \
    do { \
        struct timespec bound_ = (bound), now_; \
        xclock_gettime((clock), &now_); \
        if (now_.tv_sec < bound_.tv_sec || \
            (now_.tv_sec == bound_.tv_sec && now_.tv_nsec < bound_.tv_nsec)) { \
            printf("%s:%d: too early\n", __FILE__, __LINE__); \
            failed_checks++; \
        } \
    } while (0)

#define verbose_printf printf

static UNUSED void must(int error, const char *what)
{
    if (error != 0) {
        printf("%s: %s\n", what, strerror(error));
        exit(1);
    }
}

#define xpthread_rwlockattr_init(a) must(pthread_rwlockattr_init(a), "pthread_rwlockattr_init")
#define xpthread_rwlockattr_setkind_np(a, kind) \
    must(pthread_rwlockattr_setkind_np(a, kind), "pthread_rwlockattr_setkind_np")
#define xpthread_rwlock_init(l, a) must(pthread_rwlock_init(l, a), "pthread_rwlock_init")
#define xpthread_rwlock_destroy(l) must(pthread_rwlock_destroy(l), "pthread_rwlock_destroy")
#define xpthread_rwlock_rdlock(l) must(pthread_rwlock_rdlock(l), "pthread_rwlock_rdlock")
#define xpthread_rwlock_wrlock(l) must(pthread_rwlock_wrlock(l), "pthread_rwlock_wrlock")
#define xpthread_rwlock_unlock(l) must(pthread_rwlock_unlock(l), "pthread_rwlock_unlock")
#define xpthread_mutex_lock(m) must(pthread_mutex_lock(m), "pthread_mutex_lock")
#define xpthread_barrier_init(b, a, n) must(pthread_barrier_init(b, a, n), "pthread_barrier_init")

static UNUSED int xpthread_barrier_wait(pthread_barrier_t *barrier)
{
    int result = pthread_barrier_wait(barrier);

    if (result != PTHREAD_BARRIER_SERIAL_THREAD)
        must(result, "pthread_barrier_wait");
    return result == PTHREAD_BARRIER_SERIAL_THREAD;
}

static UNUSED pthread_t xpthread_create(pthread_attr_t *attributes, void *(*body)(void *),
                                        void *argument)
{
    pthread_t thread;

    must(pthread_create(&thread, attributes, body, argument), "pthread_create");
    return thread;
}

static UNUSED void *xpthread_join(pthread_t thread)
{
    void *result;

    must(pthread_join(thread, &result), "pthread_join");
    return result;
}

static UNUSED void xclock_gettime(clockid_t clock, struct timespec *now)
{
    must(clock_gettime(clock, now) == 0 ? 0 : errno, "clock_gettime");
}

static UNUSED struct timespec make_timespec(time_t seconds, long nanoseconds)
{
    struct timespec time;

    time.tv_sec = seconds;
    time.tv_nsec = nanoseconds;
    return time;
}

static UNUSED struct timespec timespec_add(struct timespec a, struct timespec b)
{
    a.tv_sec += b.tv_sec;
    a.tv_nsec += b.tv_nsec;
    if (a.tv_nsec >= 1000000000) {
        a.tv_sec++;
        a.tv_nsec -= 1000000000;
    }
    return a;
}

static UNUSED void *exit_later(void *seconds)
{
    sleep((unsigned)(size_t)seconds);
    exit(0);
    return NULL;
}

/* For tests that pass by waiting for ever. */
static UNUSED void delayed_exit(int seconds)
{
    xpthread_create(NULL, exit_later, (void *)(size_t)seconds);
}

/* From glibc's internal atomic.h. */
#define atomic_load_relaxed(place) __atomic_load_n((place), __ATOMIC_RELAXED)
#define atomic_store_relaxed(place, value) __atomic_store_n((place), (value), __ATOMIC_RELAXED)

#endif
