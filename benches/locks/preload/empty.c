/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Not a lock: functions that only return, the limit of every preloaded one. */
#include "object.h"

BENCH_OBJECT(int)

int pthread_rwlock_rdlock(pthread_rwlock_t *memory)
{
    (void)in(memory);
    return 0;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *memory)
{
    (void)in(memory);
    return 0;
}

int pthread_rwlock_unlock(pthread_rwlock_t *memory)
{
    (void)in(memory);
    return 0;
}
