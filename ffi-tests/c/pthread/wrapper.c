/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A shared object as profilers preload them: counts calls, and passes them on
 * to the next object that has them. */
#include <dlfcn.h>
#include <pthread.h>

unsigned long wrapper_calls;

void *wrapper_next(const char *name)
{
    /* Not a tail call: dlsym looks at who called it, to know what is next. */
    void *volatile found = dlsym(RTLD_NEXT, name);

    return found;
}

#define WRAP(name)                                                              \
    int name(pthread_rwlock_t *lock)                                            \
    {                                                                           \
        __atomic_fetch_add(&wrapper_calls, 1, __ATOMIC_SEQ_CST);                \
        return ((int (*)(pthread_rwlock_t *))wrapper_next(#name))(lock);        \
    }

WRAP(pthread_rwlock_rdlock)
WRAP(pthread_rwlock_wrlock)
WRAP(pthread_rwlock_unlock)
