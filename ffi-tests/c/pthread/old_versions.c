/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * References as programs have them that were built on older systems: bound to
 * the version that the names had before glibc 2.34, and to the aliases with
 * two underscores that new programs cannot name. All of them must be the same
 * lock's functions.
 */
#include "calls.h"

#if defined __x86_64__
#define OLD "GLIBC_2.2.5"
#elif defined __aarch64__
#define OLD "GLIBC_2.17"
#else
#error "which version did the names have first?"
#endif

/* NAME as it was in VERSION, called PREFIX_NAME here. */
#define VERSIONED(prefix, name, version, arguments)             \
    extern int prefix##_##name arguments;                       \
    __asm__(".symver " #prefix "_" #name "," #name "@" version)

typedef pthread_rwlock_t lock_t;
typedef pthread_rwlockattr_t attr_t;

VERSIONED(old, pthread_rwlock_init, OLD, (lock_t *, const attr_t *));
VERSIONED(old, pthread_rwlock_destroy, OLD, (lock_t *));
VERSIONED(old, pthread_rwlock_rdlock, OLD, (lock_t *));
VERSIONED(old, pthread_rwlock_tryrdlock, OLD, (lock_t *));
VERSIONED(old, pthread_rwlock_timedrdlock, OLD, (lock_t *, const struct timespec *));
VERSIONED(old, pthread_rwlock_wrlock, OLD, (lock_t *));
VERSIONED(old, pthread_rwlock_trywrlock, OLD, (lock_t *));
VERSIONED(old, pthread_rwlock_timedwrlock, OLD, (lock_t *, const struct timespec *));
VERSIONED(old, pthread_rwlock_unlock, OLD, (lock_t *));
VERSIONED(old, pthread_rwlock_clockrdlock, "GLIBC_2.30",
          (lock_t *, clockid_t, const struct timespec *));
VERSIONED(old, pthread_rwlock_clockwrlock, "GLIBC_2.30",
          (lock_t *, clockid_t, const struct timespec *));
VERSIONED(old, pthread_rwlockattr_init, OLD, (attr_t *));
VERSIONED(old, pthread_rwlockattr_destroy, OLD, (attr_t *));
VERSIONED(old, pthread_rwlockattr_getpshared, OLD, (const attr_t *, int *));
VERSIONED(old, pthread_rwlockattr_setpshared, OLD, (attr_t *, int));
VERSIONED(old, pthread_rwlockattr_getkind_np, OLD, (const attr_t *, int *));
VERSIONED(old, pthread_rwlockattr_setkind_np, OLD, (attr_t *, int));
VERSIONED(old, __pthread_rwlock_init, OLD, (lock_t *, const attr_t *));
VERSIONED(old, __pthread_rwlock_destroy, OLD, (lock_t *));
VERSIONED(old, __pthread_rwlock_rdlock, OLD, (lock_t *));
VERSIONED(old, __pthread_rwlock_tryrdlock, OLD, (lock_t *));
VERSIONED(old, __pthread_rwlock_wrlock, OLD, (lock_t *));
VERSIONED(old, __pthread_rwlock_trywrlock, OLD, (lock_t *));
VERSIONED(old, __pthread_rwlock_unlock, OLD, (lock_t *));

#define OLD_NAMES(_)                                                                    \
    _(pthread_rwlock_init) _(pthread_rwlock_destroy) _(pthread_rwlock_rdlock)           \
    _(pthread_rwlock_tryrdlock) _(pthread_rwlock_timedrdlock) _(pthread_rwlock_wrlock)  \
    _(pthread_rwlock_trywrlock) _(pthread_rwlock_timedwrlock) _(pthread_rwlock_unlock)  \
    _(pthread_rwlock_clockrdlock) _(pthread_rwlock_clockwrlock)                         \
    _(pthread_rwlockattr_init) _(pthread_rwlockattr_destroy)                            \
    _(pthread_rwlockattr_getpshared) _(pthread_rwlockattr_setpshared)                   \
    _(pthread_rwlockattr_getkind_np) _(pthread_rwlockattr_setkind_np)                   \
    _(__pthread_rwlock_init) _(__pthread_rwlock_destroy) _(__pthread_rwlock_rdlock)     \
    _(__pthread_rwlock_tryrdlock) _(__pthread_rwlock_wrlock)                            \
    _(__pthread_rwlock_trywrlock) _(__pthread_rwlock_unlock)

/* By reference, and by name at run time, from this object and after it. */
#define CHECK_ORIGIN(name) origin(#name, (void *)old_##name);

static void origin(const char *name, void *function)
{
    void *by_name[] = { dlsym(RTLD_DEFAULT, name), dlsym(RTLD_NEXT, name) };

    check_origin(name, function);
    /* In glibc, the aliases cannot be found without their version. */
    for (int i = 0; i < 2; i++)
        if (with_shim || by_name[i] != NULL)
            check_origin(name, by_name[i]);
}

static void old_and_new_are_one(void)
{
    pthread_rwlock_t lock;
    struct timespec past = { 0, 0 };

    memset(&lock, 0xa5, sizeof(lock));
    CHECK_EQ(old_pthread_rwlock_init(&lock, NULL), 0);
    check_free(&lock);
    CHECK_EQ(old_pthread_rwlock_wrlock(&lock), 0);
    CHECK_EQ(pthread_rwlock_wrlock(&lock), EDEADLK);
    CHECK_EQ(old___pthread_rwlock_rdlock(&lock), EDEADLK);
    CHECK_EQ(old___pthread_rwlock_tryrdlock(&lock), EBUSY);
    CHECK_EQ(pthread_rwlock_unlock(&lock), 0);
    CHECK_EQ(old___pthread_rwlock_rdlock(&lock), 0);
    CHECK_EQ(old_pthread_rwlock_tryrdlock(&lock), 0);
    CHECK_EQ(old_pthread_rwlock_clockrdlock(&lock, CLOCK_REALTIME, &past), 0);
    CHECK_EQ(old_pthread_rwlock_timedwrlock(&lock, &past), ETIMEDOUT);
    CHECK_EQ(old___pthread_rwlock_trywrlock(&lock), EBUSY);
    CHECK_EQ(old___pthread_rwlock_unlock(&lock), 0);
    CHECK_EQ(old_pthread_rwlock_unlock(&lock), 0);
    CHECK_EQ(pthread_rwlock_unlock(&lock), 0);
    check_free(&lock);
    CHECK_EQ(old___pthread_rwlock_wrlock(&lock), 0);
    CHECK_EQ(pthread_rwlock_tryrdlock(&lock), EBUSY);
    CHECK_EQ(old___pthread_rwlock_unlock(&lock), 0);
    CHECK_EQ(old___pthread_rwlock_init(&lock, NULL), 0);
    check_free(&lock);
    CHECK_EQ(old___pthread_rwlock_destroy(&lock), 0);
}

int main(void)
{
    setup();
    OLD_NAMES(CHECK_ORIGIN)
    old_and_new_are_one();
    puts("old_versions: ok");
    return 0;
}
