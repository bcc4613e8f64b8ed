/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Behind wrapper.c, which is preloaded before the shim: calls go through it
 * and then to the shim, and those it does not have go to the shim at once. */
#include "setup.h"

int main(void)
{
    void *(*next)(const char *) = (void *(*)(const char *))dlsym(RTLD_DEFAULT, "wrapper_next");
    unsigned long *calls = (unsigned long *)dlsym(RTLD_DEFAULT, "wrapper_calls");
    static const char *const wrapped[] = {
        "pthread_rwlock_rdlock", "pthread_rwlock_wrlock", "pthread_rwlock_unlock",
    };
    pthread_rwlock_t lock;

    /* Not setup: the functions are the wrapper's here. */
    alarm(limit_seconds());
    with_shim = getenv("RSWLOCK_TEST_SHIM") != NULL;
    CHECK(next != NULL && calls != NULL);
    for (int i = 0; i < 3; i++)
        check_origin(wrapped[i], next(wrapped[i]));
    check_origin("pthread_rwlock_trywrlock", (void *)pthread_rwlock_trywrlock);

    CHECK_EQ(pthread_rwlock_init(&lock, NULL), 0);
    *calls = 0;
    CHECK_EQ(pthread_rwlock_wrlock(&lock), 0);
    CHECK_EQ(pthread_rwlock_rdlock(&lock), EDEADLK);
    CHECK_EQ(pthread_rwlock_trywrlock(&lock), EBUSY);
    CHECK_EQ(pthread_rwlock_unlock(&lock), 0);
    CHECK_EQ(*calls, 3);
    check_free(&lock);
    puts("wrapped: ok");
    return 0;
}
