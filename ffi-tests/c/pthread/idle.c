/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Waiters sleep: many behind a writer that stays, behind a reader, and behind
 * a process that was stopped while it had the lock. What they use of the CPU in
 * that time is next to nothing.
 */
#include <sys/mman.h>

#include "actor.h"

#define CROWD 64
#define STAYS_MS 400
/* A spinning crowd would use as much of each CPU as there is: 400 ms and more.
 * Sleepers use a fraction of 1 ms. */
#define ALLOWED_MS 60

static pthread_rwlock_t *lock;

static void *waiter(void *number)
{
    struct timespec until = after_ms(CLOCK_MONOTONIC, 100000);
    static const enum call calls[] = { WRLOCK, RDLOCK, CLOCKWRLOCK, CLOCKRDLOCK };

    CHECK_EQ(perform(calls[(uintptr_t)number % 4], lock, CLOCK_MONOTONIC, &until), 0);
    CHECK_EQ(perform(UNLOCK, lock, 0, NULL), 0);
    return NULL;
}

static void crowd_waits(void (*let_in)(void *), void *argument, uintptr_t step)
{
    pthread_t threads[CROWD];
    uint64_t before;

    for (uintptr_t i = 0; i < CROWD; i++)
        threads[i] = start(waiter, (void *)(i * step));
    sleep_ms(100); /* not counted: the start, and the spinning before sleep */
    before = cpu_ns();
    sleep_ms(STAYS_MS);
    uint64_t used = cpu_ns() - before;
    if (used > ms(ALLOWED_MS)) {
        fprintf(stderr, "%d waiters used %" PRIu64 " us\n", CROWD, used / 1000);
        _exit(1);
    }
    let_in(argument);
    for (int i = 0; i < CROWD; i++)
        join(threads[i]);
    check_free(lock);
}

static void unlock(void *unused)
{
    (void)unused;
    CHECK_EQ(perform(UNLOCK, lock, 0, NULL), 0);
}

static void go_on(void *process)
{
    CHECK(kill(*(pid_t *)process, SIGCONT) == 0);
    await_child(*(pid_t *)process);
}

static void behind_a_stopped_process(enum call hold)
{
    int status;
    pid_t holder = fork_child();

    if (holder == 0) {
        CHECK_EQ(perform(hold, lock, 0, NULL), 0);
        raise(SIGSTOP);
        CHECK_EQ(perform(UNLOCK, lock, 0, NULL), 0);
        _exit(0);
    }
    CHECK(waitpid(holder, &status, WUNTRACED) == holder);
    CHECK(WIFSTOPPED(status));
    crowd_waits(go_on, &holder, hold == WRLOCK ? 1 : 2);
}

int main(void)
{
    setup();
    lock = (pthread_rwlock_t *)mmap(NULL, sizeof(*lock), PROT_READ | PROT_WRITE,
                                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(lock != MAP_FAILED);
    for (int kind = 0; kind < 3; kind++) {
        make_lock(lock, kind, PTHREAD_PROCESS_PRIVATE);
        CHECK_EQ(perform(WRLOCK, lock, 0, NULL), 0);
        crowd_waits(unlock, NULL, 1);
        /* Behind a reader, only writers wait in every kind. */
        CHECK_EQ(perform(RDLOCK, lock, 0, NULL), 0);
        crowd_waits(unlock, NULL, 2);
        make_lock(lock, kind, PTHREAD_PROCESS_SHARED);
        behind_a_stopped_process(WRLOCK);
        behind_a_stopped_process(RDLOCK);
    }
    puts("idle: ok");
    return 0;
}
