/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Locks in a signal handler. The handler takes a lock that the code it
 * interrupts never holds, while that code works on a lock of its own, waits
 * for one that another thread holds, or is inside a timed take.
 */
#include <rswlock.h>

#include <signal.h>
#include <sys/time.h>

#include "check.h"

#define RUN_MS 200

static rsw64_t handlers_lock; /* shared with the other thread, not with main */
static rsw32_t mains_lock;
static rsw64_t contended;
static int stop;
static volatile sig_atomic_t handled;

static void handler(int signal)
{
    (void)signal;
    rsw64_take_w(&handlers_lock);
    handled++;
    rsw64_drop_w(&handlers_lock);
    if (rsw64_try_s(&handlers_lock)) {
        rsw64_stow(&handlers_lock);
        rsw64_drop_w(&handlers_lock);
    }
    (void)(rsw64_take_r_until(&handlers_lock, 0) == 0 ? rsw64_drop_r(&handlers_lock) : (void)0);
}

/* Makes the handler and main wait, half of the time. Takes no signal itself. */
static void *other(void *unused)
{
    while (!flag_is_up(&stop)) {
        rsw64_take_w(&contended);
        rsw64_take_w(&handlers_lock);
        sleep_ms(1);
        rsw64_drop_w(&handlers_lock);
        rsw64_drop_w(&contended);
        sleep_ms(1);
    }
    return unused;
}

int main(void)
{
    const struct itimerval often = { { 0, 500 }, { 0, 500 } }, never = { { 0, 0 }, { 0, 0 } };
    struct sigaction action;
    sigset_t alarms;

    memset(&action, 0, sizeof(action));
    action.sa_handler = handler;
    CHECK(sigaction(SIGALRM, &action, NULL) == 0);
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    CHECK(pthread_sigmask(SIG_BLOCK, &alarms, NULL) == 0);
    pthread_t thread = start(other, NULL);
    CHECK(pthread_sigmask(SIG_UNBLOCK, &alarms, NULL) == 0);
    CHECK(setitimer(ITIMER_REAL, &often, NULL) == 0);

    for (uint64_t end = now_ns() + ms(RUN_MS); now_ns() < end;) {
        rsw32_take_w(&mains_lock);
        rsw32_wtor(&mains_lock);
        rsw32_drop_r(&mains_lock);
        rsw64_take_r(&contended);
        rsw64_drop_r(&contended);
        if (rsw64_take_w_until(&contended, now_ns() + 100000) == 0)
            rsw64_drop_w(&contended);
    }
    CHECK(setitimer(ITIMER_REAL, &never, NULL) == 0);
    raise_flag(&stop);
    join(thread);
    CHECK(handled > 0);
    CHECK_EQ(handlers_lock, 0);
    CHECK_EQ(mains_lock, 0);
    CHECK_EQ(contended, 0);
    puts("signals: ok");
    return 0;
}
