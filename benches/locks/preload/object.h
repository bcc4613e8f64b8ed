/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* For the shared objects of this folder: each defines the four names that the loop calls, on a lock of its own. */
#ifndef RSWLOCK_BENCH_OBJECT_H
#define RSWLOCK_BENCH_OBJECT_H

#include <pthread.h>
#include <string.h>

/* The lock in a pthread_rwlock_t's memory. Zero is a free lock, as the C library's static initialiser has it. */
#define BENCH_OBJECT(type)                                                                                            \
    typedef char bench_object_fits[sizeof(type) <= sizeof(pthread_rwlock_t) ? 1 : -1];                                \
    static inline type *in(pthread_rwlock_t *memory) { return (type *)(void *)memory; }                               \
    int pthread_rwlock_init(pthread_rwlock_t *memory, const pthread_rwlockattr_t *attributes)                         \
    {                                                                                                                 \
        (void)attributes;                                                                                             \
        memset(memory, 0, sizeof *memory);                                                                            \
        return 0;                                                                                                     \
    }

#endif
