/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The cache under the C library's lock, which has two states and no way from
 * one to the other. Who may have to write after looking must therefore write
 * from the start. Atomic writers share the read side; then those who look at
 * what they wrote must have the write side, and not even share with each other.
 */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>

#define KIND pthread
#define NAME "pthread_rwlock_t"
#define LOCK(u) (&(u).pthread)

#define lock_init(lock) ((void)pthread_rwlock_init(lock, NULL))
#define lock_destroy(lock) ((void)pthread_rwlock_destroy(lock))
#define take_r(lock) ((void)pthread_rwlock_rdlock(lock))
#define take_s(lock) ((void)pthread_rwlock_wrlock(lock))
#define stow(lock) ((void)(lock))
#define take_w(lock) ((void)pthread_rwlock_wrlock(lock))
#define take_a(lock) ((void)pthread_rwlock_rdlock(lock))
#define take_sum(lock) ((void)pthread_rwlock_wrlock(lock))

#define drop_any(lock) ((void)pthread_rwlock_unlock(lock))
#define drop_r drop_any
#define drop_s drop_any
#define drop_w drop_any
#define drop_a drop_any
#define drop_sum drop_any

#include "cache.inc.h"
