/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Processes that are killed while they wait for a lock in shared memory, asleep
 * or on their way. They held nothing, so the others go on: those that waited
 * with them, and those that come later, readers and writers. How long that may
 * take is seconds, which is far from how long it takes.
 */
#include <sys/mman.h>

#include "actor.h"

#define WITHIN_MS 10000
#define SURVIVORS 4
#define VICTIMS 3
#define STORM 60

static struct {
    pthread_rwlock_t lock;
    int ready;
    unsigned long left;
    unsigned long right;
} *shared;

static const enum call waits[] = { WRLOCK, RDLOCK, CLOCKWRLOCK, CLOCKRDLOCK };

#define WAITS (sizeof(waits) / sizeof(*waits))

static void kill_child(pid_t child)
{
    int status;

    CHECK(kill(child, SIGKILL) == 0);
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

/* Takes the lock in time and gives it back. */
static void get_in(enum call call)
{
    struct timespec until = after_ms(CLOCK_MONOTONIC, WITHIN_MS);

    CHECK_EQ(perform(call, &shared->lock, CLOCK_MONOTONIC, &until), 0);
    CHECK(shared->left == shared->right);
    if (!is_read(call)) {
        shared->left++;
        shared->right++;
    }
    CHECK_EQ(perform(UNLOCK, &shared->lock, 0, NULL), 0);
}

/* A process that waits, and goes in if it is let live. */
static pid_t waiter(enum call call)
{
    pid_t child = fork_child();

    if (child == 0) {
        get_in(call);
        _exit(0);
    }
    while (!sleeps_at(child, child, &shared->lock))
        sleep_ms(1);
    return child;
}

/* Whoever comes after the dead, in a process of its own. */
static void others_get_in(void)
{
    static const enum call calls[] = { CLOCKRDLOCK, CLOCKWRLOCK, CLOCKRDLOCK };

    for (int i = 0; i < 3; i++) {
        pid_t child = fork_child();

        if (child == 0) {
            get_in(calls[i]);
            _exit(0);
        }
        await_child(child);
    }
    check_free(&shared->lock);
}

/* What the lock cannot tell from a wait that goes on. A writer that was killed
 * in its sleep stays counted as one that waits: so readers stay out in kind 2,
 * and in kind 1 those that sleep are not woken by a writer that leaves. A
 * reader that was killed after it had claimed the next turn keeps the turn
 * until another reader comes. */
static bool goes_on(int kind, enum call hold, enum call victims, enum call survivors)
{
    if (is_read(victims))
        return true;
    if (kind == PTHREAD_RWLOCK_PREFER_WRITER_NP)
        return !(hold == WRLOCK && is_read(survivors));
    return kind != PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

/* What a victim that is killed in its sleep leaves: a count of waiting writers
 * that is one too high, a flag for a reader that is not there. */
static void killed_asleep(enum call hold, enum call victims, enum call survivors, bool after)
{
    pid_t victim[VICTIMS], survivor[SURVIVORS];

    CHECK_EQ(perform(hold, &shared->lock, 0, NULL), 0);
    for (int i = 0; i < VICTIMS; i++)
        victim[i] = waiter(victims);
    for (int i = 0; i < SURVIVORS && !after; i++)
        survivor[i] = waiter(survivors);
    for (int i = 0; i < VICTIMS; i++)
        kill_child(victim[i]);
    for (int i = 0; i < SURVIVORS && after; i++)
        survivor[i] = waiter(survivors);
    CHECK_EQ(perform(UNLOCK, &shared->lock, 0, NULL), 0);
    for (int i = 0; i < SURVIVORS; i++)
        await_child(survivor[i]);
    others_get_in();
}

static void interruption(int signal)
{
    (void)signal;
}

/* A writer that has looked at the lock again after a long sleep, and slept on. */
static void killed_after_a_second_look(enum call victims, enum call survivors)
{
    pid_t victim, survivor;

    CHECK_EQ(perform(WRLOCK, &shared->lock, 0, NULL), 0);
    victim = waiter(victims);
    sleep_ms(10);
    for (int i = 0; i < 3; i++) {
        CHECK(kill(victim, SIGUSR1) == 0);
        sleep_ms(3);
        while (!sleeps_at(victim, victim, &shared->lock))
            sleep_ms(1);
    }
    survivor = waiter(survivors);
    kill_child(victim);
    CHECK_EQ(perform(UNLOCK, &shared->lock, 0, NULL), 0);
    await_child(survivor);
    others_get_in();
}

/* Never holds the lock: while this process has it, its deadlines pass. */
static void ask_in_vain(unsigned seed)
{
    for (unsigned round = seed;; round++) {
        struct timespec until = after_ms(CLOCK_MONOTONIC, round % 3);
        enum call call = round % 2 ? CLOCKRDLOCK : CLOCKWRLOCK;

        CHECK_EQ(perform(call, &shared->lock, CLOCK_MONOTONIC, &until), ETIMEDOUT);
        __atomic_store_n(&shared->ready, 1, __ATOMIC_SEQ_CST);
    }
}

/* Killed at any moment of a wait: before the sleep, in it, as it ends. */
static void killed_anywhere(void)
{
    for (unsigned i = 0; i < STORM; i++) {
        pid_t victim;

        CHECK_EQ(perform(WRLOCK, &shared->lock, 0, NULL), 0);
        shared->ready = 0;
        victim = fork_child();
        if (victim == 0)
            ask_in_vain(i);
        while (__atomic_load_n(&shared->ready, __ATOMIC_SEQ_CST) == 0)
            sleep_ms(1);
        usleep(37 * (i % 32));
        kill_child(victim);
        CHECK_EQ(perform(UNLOCK, &shared->lock, 0, NULL), 0);
        get_in(i % 2 ? CLOCKRDLOCK : CLOCKWRLOCK);
    }
    others_get_in();
}

static void make_shared(int kind)
{
    make_lock(&shared->lock, kind, PTHREAD_PROCESS_SHARED);
}

static void check_kind(int kind)
{
    for (int hold = RDLOCK; hold <= WRLOCK; hold += WRLOCK - RDLOCK) {
        for (size_t victims = 0; victims < WAITS; victims++) {
            if (hold == RDLOCK && is_read(waits[victims]))
                continue;
            for (size_t survivors = 0; survivors < WAITS; survivors++) {
                if (hold == RDLOCK && is_read(waits[survivors]))
                    continue;
                if (!goes_on(kind, (enum call)hold, waits[victims], waits[survivors]))
                    continue;
                for (int after = 0; after < 2; after++) {
                    make_shared(kind);
                    killed_asleep((enum call)hold, waits[victims], waits[survivors], after);
                }
            }
        }
    }
    for (size_t victims = 0; victims < WAITS; victims++) {
        for (size_t survivors = 0; survivors < WAITS; survivors++) {
            if (is_read(waits[victims]) ||
                !goes_on(kind, WRLOCK, waits[victims], waits[survivors]))
                continue;
            make_shared(kind);
            killed_after_a_second_look(waits[victims], waits[survivors]);
        }
    }
    make_shared(kind);
    if (goes_on(kind, RDLOCK, WRLOCK, RDLOCK))
        killed_anywhere();
}

int main(void)
{
    struct sigaction action;

    setup();
    memset(&action, 0, sizeof(action));
    action.sa_handler = interruption;
    CHECK(sigaction(SIGUSR1, &action, NULL) == 0);
    shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(shared != MAP_FAILED);
    /* A writer of glibc's that is killed keeps everybody out. */
    for (int kind = 0; kind < 3 && with_shim; kind++)
        check_kind(kind);
    puts("killed: ok");
    return 0;
}
