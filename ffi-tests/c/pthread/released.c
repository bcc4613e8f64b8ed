/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Nothing of a lock is touched after the step that releases it. Unlock is run
 * instruction by instruction, and after each of them the lock is taken by
 * somebody else if it can be had, left, destroyed, and its memory taken away:
 * one more access of the unlock under way is a fault.
 */
#include "actor.h"

#if defined __x86_64__

#include <sched.h>
#include <sys/mman.h>
#include <ucontext.h>

#define TRAP_FLAG 0x100l
#define PAGE 4096

/* Who takes the lock after the release. */
enum heir {
    SOMEBODY,       /* who just comes by */
    ANOTHER_READER, /* who has read all the time, and is the last one then */
    SLEEPER,        /* who waits, and happens to wake up by itself */
};

static pthread_rwlock_t *lock;
static enum heir heir;
static enum call sleepers_call;
static pid_t sleeper;
static int interrupted, gone, done;
static volatile int stepping;
static unsigned long steps;

static void take_away(void)
{
    CHECK_EQ(pthread_rwlock_unlock(lock), 0);
    CHECK_EQ(pthread_rwlock_destroy(lock), 0);
    CHECK(mprotect(lock, PAGE, PROT_NONE) == 0);
    raise_flag(&gone);
}

static void *sleeper_body(void *unused)
{
    struct timespec until = after_ms(CLOCK_MONOTONIC, 100000);

    __atomic_store_n(&sleeper, (pid_t)syscall(SYS_gettid), __ATOMIC_SEQ_CST);
    CHECK_EQ(perform(sleepers_call, lock, CLOCK_MONOTONIC, &until), 0);
    take_away();
    raise_flag(&done);
    return unused;
}

static void interruption(int signal)
{
    (void)signal;
    __atomic_fetch_add(&interrupted, 1, __ATOMIC_SEQ_CST);
}

/* Has the sleeper look at the lock, as it may at any time. In glibc it may find
 * the lock half handed over, and then spins until unlock goes on. */
static void wake_sleeper(void)
{
    int before = __atomic_load_n(&interrupted, __ATOMIC_SEQ_CST);
    uint64_t enough;

    /* It may have got the lock just now, and be on its way out. */
    if (syscall(SYS_tgkill, getpid(), sleeper, SIGUSR1) != 0)
        CHECK(flag_is_up(&gone));
    while (__atomic_load_n(&interrupted, __ATOMIC_SEQ_CST) == before && !flag_is_up(&gone))
        sched_yield();
    enough = now_ns() + ms(3);
    while (!flag_is_up(&gone) && !sleeps_at(getpid(), sleeper, lock) && now_ns() < enough)
        sched_yield();
}

static void take_away_if_released(void)
{
    switch (heir) {
    case SOMEBODY:
        if (pthread_rwlock_trywrlock(lock) == 0)
            take_away();
        break;
    case ANOTHER_READER:
        CHECK_EQ(pthread_rwlock_unlock(lock), 0);
        if (pthread_rwlock_trywrlock(lock) == 0)
            take_away();
        else
            CHECK_EQ(pthread_rwlock_tryrdlock(lock), 0);
        break;
    case SLEEPER:
        wake_sleeper();
        break;
    }
}

static void after_an_instruction(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    (void)info;
    if (!stepping) {
        ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
        return;
    }
    steps++;
    if (!flag_is_up(&gone))
        take_away_if_released();
}

static void unlock_by_steps(void)
{
    int answer;

    stepping = 1;
    /* Below the red zone of this function. */
    __asm__ volatile("lea -128(%%rsp), %%rsp\n\tpushfq\n\torq %0, (%%rsp)\n\tpopfq\n\t"
                     "lea 128(%%rsp), %%rsp" : : "i"(TRAP_FLAG) : "memory", "cc");
    answer = pthread_rwlock_unlock(lock);
    stepping = 0;
    CHECK_EQ(answer, 0);
}

static void check_unlock(enum call hold, enum heir who, enum call waits, int kind, int shared)
{
    pthread_t thread = 0;

    lock = (pthread_rwlock_t *)mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
                                    MAP_ANONYMOUS | (shared ? MAP_SHARED : MAP_PRIVATE), -1, 0);
    CHECK(lock != MAP_FAILED);
    make_lock(lock, kind, shared);
    heir = who;
    gone = done = sleeper = 0;
    /* Where RSWLOCK_BIAS is on, what comes next does not touch the lock. */
    CHECK_EQ(perform(RDLOCK, lock, 0, NULL), 0);
    CHECK_EQ(perform(UNLOCK, lock, 0, NULL), 0);
    CHECK_EQ(perform(hold, lock, 0, NULL), 0);
    if (who == ANOTHER_READER)
        CHECK_EQ(perform(RDLOCK, lock, 0, NULL), 0);
    if (who == SLEEPER) {
        sleepers_call = waits;
        thread = start(sleeper_body, NULL);
        while (__atomic_load_n(&sleeper, __ATOMIC_SEQ_CST) == 0 ||
               !sleeps_at(getpid(), sleeper, lock))
            sleep_ms(1);
    }
    steps = 0;
    unlock_by_steps();
    /* It was had before unlock was over, or nothing was tested. */
    CHECK(steps > 5);
    CHECK(flag_is_up(&gone));
    if (who == SLEEPER)
        join(thread);
    CHECK(munmap(lock, PAGE) == 0);
}

static void handle(int signal, void (*handler)(int, siginfo_t *, void *), void (*plain)(int))
{
    struct sigaction action;

    memset(&action, 0, sizeof(action));
    if (handler != NULL) {
        action.sa_sigaction = handler;
        action.sa_flags = SA_SIGINFO;
    } else {
        action.sa_handler = plain;
    }
    CHECK(sigaction(signal, &action, NULL) == 0);
}

static void check_all(int kind, int shared)
{
    check_unlock(WRLOCK, SOMEBODY, UNLOCK, kind, shared);
    check_unlock(RDLOCK, SOMEBODY, UNLOCK, kind, shared);
    check_unlock(RDLOCK, ANOTHER_READER, UNLOCK, kind, shared);
    if (!calls_are_visible())
        return;
    for (int waits = RDLOCK; waits < UNLOCK; waits++) {
        if (is_try((enum call)waits) || waits == TIMEDRDLOCK || waits == TIMEDWRLOCK)
            continue;
        check_unlock(WRLOCK, SLEEPER, (enum call)waits, kind, shared);
        if (!is_read((enum call)waits))
            check_unlock(RDLOCK, SLEEPER, (enum call)waits, kind, shared);
    }
}

int main(void)
{
    setup();
    handle(SIGTRAP, after_an_instruction, NULL);
    handle(SIGUSR1, NULL, interruption);
    for (int kind = 0; kind < 3; kind++)
        for (int shared = 0; shared < 2; shared++)
            check_all(kind, shared);
    puts("released: ok");
    return 0;
}

#else

int main(void)
{
    setup();
    skipped("unlock instruction by instruction", "only on x86");
    puts("released: ok");
    return 0;
}

#endif
