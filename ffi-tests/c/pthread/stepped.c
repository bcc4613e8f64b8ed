/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A signal handler that uses the lock that its thread is taking or giving back:
 * after each instruction of that, and after one of them alone, each in turn.
 * Each hold is given back once: afterwards the lock is free, and before that it
 * is not.
 */
#include "calls.h"

#if defined __x86_64__

#include <ucontext.h>

#define TRAP_FLAG 0x100l

enum guest { READS, TRIES_TO_WRITE, GIVES_UP, GIVES_UP_AND_READS, GUESTS };

static pthread_rwlock_t lock;
static enum guest guest;
static volatile int stepping;
static unsigned long steps;
/* After which step the handler uses the lock; 0 for all. */
static unsigned long only;
/* Steps of the longest call so far. */
static unsigned long longest;

static void read_once(void)
{
    CHECK_EQ(perform(TRYRDLOCK, &lock, 0, NULL), 0);
    CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
}

static void write_if_possible(enum call call, int otherwise)
{
    static const struct timespec past = { 1, 0 };
    int answer = perform(call, &lock, CLOCK_REALTIME, &past);

    if (answer == 0)
        CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
    else
        CHECK_EQ(answer, otherwise);
}

static void visit(void)
{
    switch (guest) {
    case READS:
        read_once();
        break;
    case TRIES_TO_WRITE:
        write_if_possible(TRYWRLOCK, EBUSY);
        break;
    case GIVES_UP_AND_READS:
        write_if_possible(CLOCKWRLOCK, ETIMEDOUT);
        read_once();
        break;
    default:
        write_if_possible(CLOCKWRLOCK, ETIMEDOUT);
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
    if (only == 0 || steps == only)
        visit();
}

static void by_steps(int (*call)(pthread_rwlock_t *))
{
    int answer;

    steps = 0;
    stepping = 1;
    /* Below the red zone of this function. */
    __asm__ volatile("lea -128(%%rsp), %%rsp\n\tpushfq\n\torq %0, (%%rsp)\n\tpopfq\n\t"
                     "lea 128(%%rsp), %%rsp" : : "i"(TRAP_FLAG) : "memory", "cc");
    answer = call(&lock);
    stepping = 0;
    CHECK_EQ(answer, 0);
    CHECK(steps > 5);
    if (steps > longest)
        longest = steps;
}

static void check_read(void)
{
    by_steps(pthread_rwlock_rdlock);
    CHECK_EQ(perform(TRYWRLOCK, &lock, 0, NULL), EBUSY);
    by_steps(pthread_rwlock_unlock);
    check_free(&lock);
}

static void check_read_twice(void)
{
    by_steps(pthread_rwlock_rdlock);
    by_steps(pthread_rwlock_rdlock);
    by_steps(pthread_rwlock_unlock);
    CHECK_EQ(perform(TRYWRLOCK, &lock, 0, NULL), EBUSY);
    by_steps(pthread_rwlock_unlock);
    check_free(&lock);
}

static void check_all(int kind)
{
    /* As a lock is after somebody wrote, and as it is after somebody read. */
    check_read();
    read_once();
    check_read();
    read_once();
    if (kind != PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        check_read_twice();
}

int main(void)
{
    struct sigaction action;

    setup();
    memset(&action, 0, sizeof(action));
    action.sa_sigaction = after_an_instruction;
    action.sa_flags = SA_SIGINFO;
    CHECK(sigaction(SIGTRAP, &action, NULL) == 0);
    for (int kind = 0; kind < 3; kind++) {
        make_lock(&lock, kind, PTHREAD_PROCESS_PRIVATE);
        for (int i = 0; i < GUESTS; i++) {
            guest = (enum guest)i;
            longest = only = 0;
            check_all(kind);
            /* One kind will do for this, which takes long. */
            for (only = 1; kind == 0 && only <= longest; only++)
                check_all(kind);
        }
    }
    puts("stepped: ok");
    return 0;
}

#else

int main(void)
{
    setup();
    skipped("handlers at every instruction", "only on x86");
    puts("stepped: ok");
    return 0;
}

#endif
