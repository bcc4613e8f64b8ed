/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A plugin that uses a lock of its host. */
#include <pthread.h>

int late_write(pthread_rwlock_t *lock)
{
    return pthread_rwlock_wrlock(lock);
}

void *late_function(void)
{
    return (void *)pthread_rwlock_wrlock;
}
