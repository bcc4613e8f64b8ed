/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Some threads that make every call on a private and a shared lock, with waits
 * and without, for so many rounds. They allocate nothing and need no system
 * call but those of the locks, sleep_ms's and clock_gettime.
 */
#ifndef FFI_TESTS_PTHREAD_CONTEND_H
#define FFI_TESTS_PTHREAD_CONTEND_H

#include "calls.h"

#define CONTENDERS 4

static pthread_rwlock_t contended[2];

static inline void contend(unsigned seed, unsigned rounds)
{
    for (unsigned round = seed; round < seed + rounds; round++) {
        enum call call = (enum call)(round * 5 % UNLOCK);
        pthread_rwlock_t *lock = &contended[round / UNLOCK % 2];
        struct timespec until = after_ms(CLOCK_REALTIME, round / 16 % 2);
        int answer = perform(call, lock, CLOCK_REALTIME, &until);

        if (answer == 0) {
            if (round % 32 == 0)
                sleep_ms(1);
            CHECK_EQ(perform(UNLOCK, lock, 0, NULL), 0);
        } else {
            CHECK_EQ(answer, is_timed(call) ? ETIMEDOUT : EBUSY);
        }
    }
}

static inline void make_contended(int kind)
{
    make_lock(&contended[0], kind, PTHREAD_PROCESS_PRIVATE);
    make_lock(&contended[1], kind, PTHREAD_PROCESS_SHARED);
}

static inline void check_contended(void)
{
    check_free(&contended[0]);
    check_free(&contended[1]);
}

#endif
