/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Behind a filter that kills for every system call but the futex operations
 * that glibc's locks use and the little that this program needs. So neither
 * membarrier, rseq, the newer futex calls, sched_yield nor gettid can be
 * needed, not even to see whether they are there.
 */
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/syscall.h>

#include "contend.h"

#define ROUNDS 1200

static int sandboxed;
static int ready;

#define LOAD(field) \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offsetof(struct seccomp_data, field))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define ALLOW_IF(value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(value), 0, 1), ALLOW

static void enter_sandbox(void)
{
    struct sock_filter filter[] = {
        LOAD(nr),
        /* What ends threads and the process, and what it says at the end. */
        ALLOW_IF(SYS_exit), ALLOW_IF(SYS_exit_group), ALLOW_IF(SYS_write),
        ALLOW_IF(SYS_rt_sigprocmask), ALLOW_IF(SYS_madvise), ALLOW_IF(SYS_munmap),
        /* sleep_ms and, on machines whose clock is slow, clock_gettime. */
        ALLOW_IF(SYS_nanosleep), ALLOW_IF(SYS_clock_nanosleep), ALLOW_IF(SYS_clock_gettime),
        ALLOW_IF(SYS_restart_syscall),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_futex, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        /* The operation, in the lower half of the second argument. */
        LOAD(args[1]),
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, FUTEX_CMD_MASK),
        ALLOW_IF(FUTEX_WAIT), ALLOW_IF(FUTEX_WAKE), ALLOW_IF(FUTEX_WAIT_BITSET),
        ALLOW_IF(FUTEX_WAKE_BITSET),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    };
    struct sock_fprog program = { sizeof(filter) / sizeof(*filter), filter };

    CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
    CHECK(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0);
}

static void *body(void *seed)
{
    __atomic_fetch_add(&ready, 1, __ATOMIC_SEQ_CST);
    await_flag(&sandboxed);
    contend((unsigned)(uintptr_t)seed * 7, ROUNDS);
    return NULL;
}

static void in_sandbox(int kind, void (*end)(void))
{
    pthread_t threads[CONTENDERS];

    make_contended(kind);
    for (uintptr_t i = 0; i < CONTENDERS; i++)
        threads[i] = start(body, (void *)i);
    /* A thread's start needs more. */
    while (__atomic_load_n(&ready, __ATOMIC_SEQ_CST) < CONTENDERS)
        sleep_ms(1);
    enter_sandbox();
    raise_flag(&sandboxed);
    contend(3, ROUNDS);
    for (int i = 0; i < CONTENDERS; i++)
        join(threads[i]);
    check_contended();
    if (end != NULL)
        end();
}

static void forbidden(void)
{
    syscall(SYS_gettid);
}

/* Each in a process of its own: nobody gets out of a sandbox. */
static int status_of(int kind, void (*end)(void))
{
    pid_t child = fork_child();
    int status;

    if (child == 0) {
        in_sandbox(kind, end);
        _exit(0);
    }
    CHECK(waitpid(child, &status, 0) == child);
    return status;
}

int main(void)
{
    int status;

    setup();
    for (int kind = 0; kind < 3; kind++)
        CHECK_EQ(status_of(kind, NULL), 0);
    /* The filter works. */
    status = status_of(0, forbidden);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS);
    puts("sandbox: ok");
    return 0;
}
