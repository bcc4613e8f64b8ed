/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The least that a lock which sleeps can be: one word, a short spin, a futex, and everybody woken at each release.
 * What a better lock costs to write should show against it.
 */
#include <limits.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "object.h"

#define WRITER 0x80000000u
#define SLEEPERS 0x40000000u /* below are the readers */
#define SPINS 60

typedef unsigned int word;

BENCH_OBJECT(word)

static inline void pause_once(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb" ::: "memory");
#else
    __asm__ volatile("" ::: "memory");
#endif
}

static inline int replace(word *lock, word *seen, word wanted)
{
    return __atomic_compare_exchange_n(lock, seen, wanted, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/* Adds `amount` as soon as none of `hindrance` is there. */
static int take(word *lock, word hindrance, word amount)
{
    word seen = __atomic_load_n(lock, __ATOMIC_RELAXED);
    for (int spins = 0;;) {
        if ((seen & hindrance) == 0) {
            if (replace(lock, &seen, seen + amount)) {
                return 0;
            }
        } else if (spins++ < SPINS) {
            pause_once();
            seen = __atomic_load_n(lock, __ATOMIC_RELAXED);
        } else if ((seen & SLEEPERS) != 0 || replace(lock, &seen, seen | SLEEPERS)) {
            syscall(SYS_futex, lock, FUTEX_WAIT_PRIVATE, seen | SLEEPERS, NULL, NULL, 0);
            seen = __atomic_load_n(lock, __ATOMIC_RELAXED);
            spins = 0;
        }
    }
}

static void wake(word *lock) { syscall(SYS_futex, lock, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0); }

int pthread_rwlock_rdlock(pthread_rwlock_t *memory) { return take(in(memory), WRITER, 1); }

int pthread_rwlock_wrlock(pthread_rwlock_t *memory) { return take(in(memory), ~SLEEPERS, WRITER); }

int pthread_rwlock_unlock(pthread_rwlock_t *memory)
{
    word *lock = in(memory);
    if ((__atomic_load_n(lock, __ATOMIC_RELAXED) & WRITER) != 0) {
        if (__atomic_exchange_n(lock, 0, __ATOMIC_RELEASE) != WRITER) {
            wake(lock);
        }
    } else if (__atomic_sub_fetch(lock, 1, __ATOMIC_RELEASE) == SLEEPERS) {
        word sleepers = SLEEPERS;
        if (__atomic_compare_exchange_n(lock, &sleepers, 0, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
            wake(lock);
        }
    }
    return 0;
}
