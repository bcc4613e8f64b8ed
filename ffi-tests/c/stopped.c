/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A holder in another process is stopped for 300 ms: nobody gets in meanwhile,
 * timed takes give up on time, everybody gets in afterwards.
 */
#include <rswlock.h>

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "check.h"

#define STOPPED_MS 300
#define WAITERS 4

struct shared {
    rsw32_t lock32;
    rsw64_t lock64;
    int released;
};

static struct shared *shared;
static int inside;

static void got_in(void)
{
    CHECK(flag_is_up(&shared->released));
    __atomic_fetch_add(&inside, 1, __ATOMIC_SEQ_CST);
}

static void *reader(void *unused)
{
    rsw32_take_r(&shared->lock32);
    rsw64_take_r(&shared->lock64);
    got_in();
    rsw64_drop_r(&shared->lock64);
    rsw32_drop_r(&shared->lock32);
    return unused;
}

static void *writer(void *unused)
{
    rsw64_take_w(&shared->lock64);
    got_in();
    rsw64_drop_w(&shared->lock64);
    rsw32_take_s(&shared->lock32);
    rsw32_stow(&shared->lock32);
    rsw32_drop_w(&shared->lock32);
    return unused;
}

static void *impatient(void *unused)
{
    uint64_t deadline = now_ns() + ms(STOPPED_MS / 3);

    CHECK_EQ(rsw64_take_w_until(&shared->lock64, deadline), ETIMEDOUT);
    CHECK(now_ns() >= deadline);
    CHECK(!flag_is_up(&shared->released));
    return unused;
}

static void hold_and_stop(void)
{
    rsw32_take_w(&shared->lock32);
    rsw64_take_w(&shared->lock64);
    raise(SIGSTOP);
    raise_flag(&shared->released);
    rsw64_drop_w(&shared->lock64);
    rsw32_drop_w(&shared->lock32);
}

int main(void)
{
    pthread_t threads[WAITERS + 1];
    int status;

    shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(shared != MAP_FAILED);
    pid_t holder = fork();
    CHECK(holder >= 0);
    if (holder == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        hold_and_stop();
        _exit(0);
    }
    CHECK(waitpid(holder, &status, WUNTRACED) == holder);
    CHECK(WIFSTOPPED(status));

    for (unsigned i = 0; i < WAITERS; i++)
        threads[i] = start(i % 2 ? reader : writer, NULL);
    threads[WAITERS] = start(impatient, NULL);
    join(threads[WAITERS]);
    sleep_ms(STOPPED_MS - STOPPED_MS / 3);
    CHECK_EQ(__atomic_load_n(&inside, __ATOMIC_SEQ_CST), 0);

    CHECK(kill(holder, SIGCONT) == 0);
    for (unsigned i = 0; i < WAITERS; i++)
        join(threads[i]);
    CHECK(waitpid(holder, &status, 0) == holder);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    CHECK_EQ(inside, WAITERS);
    CHECK_EQ(shared->lock32, 0);
    CHECK_EQ(shared->lock64, 0);
    puts("stopped: ok");
    return 0;
}
