/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Locks across fork. The child has one thread, and may use every lock that
 * was free, give back what its own thread reads, and make the rest anew. It
 * does not write what its parent writes.
 */
#include <sys/mman.h>

#include "actor.h"

#define STORM 150

static pthread_rwlock_t free_one, read_one, busy[3], new_one, written_one;
static pthread_rwlock_t *shared;
static int stop;

static void *keep_busy(void *lock)
{
    while (!flag_is_up(&stop)) {
        CHECK_EQ(pthread_rwlock_wrlock((pthread_rwlock_t *)lock), 0);
        CHECK_EQ(pthread_rwlock_unlock((pthread_rwlock_t *)lock), 0);
        CHECK_EQ(pthread_rwlock_rdlock((pthread_rwlock_t *)lock), 0);
        CHECK_EQ(pthread_rwlock_unlock((pthread_rwlock_t *)lock), 0);
    }
    return NULL;
}

static void *reader(void *lock)
{
    CHECK_EQ(pthread_rwlock_rdlock((pthread_rwlock_t *)lock), 0);
    CHECK_EQ(pthread_rwlock_unlock((pthread_rwlock_t *)lock), 0);
    return NULL;
}

/* A lock works with several threads, EDEADLK included. */
static void use(pthread_rwlock_t *lock)
{
    pthread_t thread;

    check_free(lock);
    CHECK_EQ(pthread_rwlock_wrlock(lock), 0);
    CHECK_EQ(pthread_rwlock_wrlock(lock), EDEADLK);
    CHECK_EQ(pthread_rwlock_rdlock(lock), EDEADLK);
    thread = start(reader, lock);
    CHECK_EQ(pthread_rwlock_unlock(lock), 0);
    join(thread);
    check_free(lock);
}

static void in_the_child(void)
{
    pid_t grandchild;

    use(&free_one);
    make_lock(&new_one, PTHREAD_RWLOCK_PREFER_WRITER_NP, PTHREAD_PROCESS_PRIVATE);
    use(&new_one);
    CHECK_EQ(pthread_rwlock_trywrlock(&read_one), EBUSY);
    CHECK_EQ(pthread_rwlock_unlock(&read_one), 0);
    use(&read_one);
    /* Whatever other threads were doing with these. */
    for (int i = 0; i < 3; i++) {
        make_lock(&busy[i], i, PTHREAD_PROCESS_PRIVATE);
        use(&busy[i]);
    }
    if (with_shim) {
        CHECK_EQ(pthread_rwlock_unlock(&written_one), 0);
        use(&written_one);
    }
    grandchild = fork_child();
    if (grandchild == 0) {
        use(&free_one);
        use(&busy[0]);
        _exit(0);
    }
    await_child(grandchild);
}

/* The parent's thread writes a shared lock: that is another one than this. */
static void child_of_the_writer(void)
{
    struct timespec until = after_ms(CLOCK_REALTIME, 20);

    CHECK_EQ(perform(TRYRDLOCK, shared, 0, NULL), EBUSY);
    CHECK_EQ(perform(TIMEDRDLOCK, shared, 0, &until), ETIMEDOUT);
    until = after_ms(CLOCK_MONOTONIC, 20);
    CHECK_EQ(perform(CLOCKWRLOCK, shared, CLOCK_MONOTONIC, &until), ETIMEDOUT);
}

static void waits_for_its_parent(void)
{
    pid_t child;

    CHECK_EQ(pthread_rwlock_wrlock(shared), 0);
    child = fork_child();
    if (child == 0) {
        child_of_the_writer();
        _exit(0);
    }
    await_child(child);
    CHECK_EQ(pthread_rwlock_wrlock(shared), EDEADLK);
    child = fork_child();
    if (child == 0) {
        CHECK_EQ(pthread_rwlock_wrlock(shared), 0);
        CHECK_EQ(pthread_rwlock_wrlock(shared), EDEADLK);
        CHECK_EQ(pthread_rwlock_unlock(shared), 0);
        _exit(0);
    }
    while (!sleeps_at(child, child, shared))
        sleep_ms(1);
    CHECK_EQ(pthread_rwlock_unlock(shared), 0);
    await_child(child);
    check_free(shared);
}

int main(void)
{
    pthread_t threads[3];

    setup();
    shared = (pthread_rwlock_t *)mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
                                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(shared != MAP_FAILED);
    for (int kind = 0; kind < 3; kind++) {
        make_lock(shared, kind, PTHREAD_PROCESS_SHARED);
        waits_for_its_parent();
    }
    CHECK_EQ(pthread_rwlock_rdlock(&read_one), 0);
    CHECK_EQ(pthread_rwlock_wrlock(&written_one), 0);
    for (int i = 0; i < 3; i++) {
        make_lock(&busy[i], i, PTHREAD_PROCESS_PRIVATE);
        threads[i] = start(keep_busy, &busy[i]);
    }
    for (int i = 0; i < STORM; i++) {
        pid_t child = fork_child();

        if (child == 0) {
            in_the_child();
            _exit(0);
        }
        await_child(child);
    }
    raise_flag(&stop);
    for (int i = 0; i < 3; i++) {
        join(threads[i]);
        check_free(&busy[i]);
    }
    CHECK_EQ(pthread_rwlock_wrlock(&written_one), EDEADLK);
    CHECK_EQ(pthread_rwlock_unlock(&written_one), 0);
    CHECK_EQ(pthread_rwlock_unlock(&read_one), 0);
    check_free(&read_one);
    puts("forks: ok");
    return 0;
}
