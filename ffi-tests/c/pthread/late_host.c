/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Libraries that are loaded later, for themselves or for everybody, lock with
 * the same functions as their host. */
#include "setup.h"

static void load(const char *plugin, int flags)
{
    static pthread_rwlock_t lock;
    void *handle = dlopen(plugin, flags);
    int (*write_lock)(pthread_rwlock_t *);
    void *(*function)(void);

    CHECK(handle != NULL);
    write_lock = (int (*)(pthread_rwlock_t *))dlsym(handle, "late_write");
    function = (void *(*)(void))dlsym(handle, "late_function");
    CHECK(write_lock != NULL && function != NULL);
    check_origin("the plugin's pthread_rwlock_wrlock", function());
    CHECK(function() == (void *)pthread_rwlock_wrlock);
    CHECK_EQ(write_lock(&lock), 0);
    CHECK_EQ(write_lock(&lock), EDEADLK);
    CHECK_EQ(pthread_rwlock_tryrdlock(&lock), EBUSY);
    CHECK_EQ(pthread_rwlock_unlock(&lock), 0);
    check_free(&lock);
    CHECK(dlclose(handle) == 0);
}

int main(int count, char **arguments)
{
    setup();
    CHECK_EQ(count, 2);
    load(arguments[1], RTLD_NOW | RTLD_LOCAL);
    load(arguments[1], RTLD_LAZY | RTLD_GLOBAL);
    puts("late_host: ok");
    return 0;
}
