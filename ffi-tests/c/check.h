/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * What every test program needs: checks that say where and what, time, and
 * threads. A failed check ends the process with status 1, whichever thread it
 * happens in.
 */
#ifndef FFI_TESTS_CHECK_H
#define FFI_TESTS_CHECK_H

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define CHECK(condition) \
    ((condition) ? (void)0 : check_failed(__FILE__, __LINE__, #condition))

/* Both sides are widened to 64 bits and printed in hexadecimal, as words are. */
#define CHECK_EQ(got, want) \
    check_equal(__FILE__, __LINE__, #got, (uint64_t)(got), (uint64_t)(want))

static inline void check_failed(const char *file, int line, const char *text)
{
    fprintf(stderr, "%s:%d: failed: %s\n", file, line, text);
    fflush(stderr);
    _exit(1);
}

static inline void check_equal(const char *file, int line, const char *text,
                               uint64_t got, uint64_t want)
{
    if (got != want) {
        fprintf(stderr, "%s:%d: %s is 0x%" PRIx64 ", expected 0x%" PRIx64 "\n",
                file, line, text, got, want);
        fflush(stderr);
        _exit(1);
    }
}

static inline uint64_t now_ns(void)
{
    struct timespec now;
    CHECK(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static inline uint64_t ms(unsigned milliseconds)
{
    return (uint64_t)milliseconds * 1000000u;
}

static inline void sleep_ms(unsigned milliseconds)
{
    struct timespec left = { (time_t)(milliseconds / 1000),
                             (long)(milliseconds % 1000) * 1000000L };
    while (nanosleep(&left, &left) != 0)
        CHECK(errno == EINTR);
}

static inline pthread_t start(void *(*body)(void *), void *argument)
{
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, body, argument) == 0);
    return thread;
}

static inline void join(pthread_t thread)
{
    CHECK(pthread_join(thread, NULL) == 0);
}

/* Flags between threads; the lock under test must not be what orders them. */
static inline void raise_flag(int *flag)
{
    __atomic_store_n(flag, 1, __ATOMIC_SEQ_CST);
}

static inline int flag_is_up(const int *flag)
{
    return __atomic_load_n(flag, __ATOMIC_SEQ_CST);
}

static inline void await_flag(const int *flag)
{
    while (!flag_is_up(flag))
        sleep_ms(1);
}

#endif
