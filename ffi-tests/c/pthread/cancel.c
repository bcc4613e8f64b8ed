/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * No call is a cancellation point: a thread that is cancelled while it waits
 * gets the lock, and ends where it next allows it.
 */
#include "asleep.h"
#include "calls.h"

static pthread_rwlock_t lock;
static enum call call;
static pid_t tid;
static int got_it, cleaned_up;

static void clean_up(void *unused)
{
    (void)unused;
    CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
    raise_flag(&cleaned_up);
}

static void *waiter(void *unused)
{
    struct timespec until = after_ms(CLOCK_REALTIME, 100000);

    __atomic_store_n(&tid, (pid_t)syscall(SYS_gettid), __ATOMIC_SEQ_CST);
    pthread_cleanup_push(clean_up, NULL);
    CHECK_EQ(perform(call, &lock, CLOCK_REALTIME, &until), 0);
    /* Nor is one that is made with the cancellation pending. */
    CHECK_EQ(perform(TRYWRLOCK, &lock, 0, NULL), EBUSY);
    CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
    CHECK_EQ(perform(call, &lock, CLOCK_REALTIME, &until), 0);
    raise_flag(&got_it);
    pthread_testcancel();
    CHECK(!"still there");
    pthread_cleanup_pop(0);
    return unused;
}

int main(void)
{
    setup();
    for (int kind = 0; kind < 3; kind++) {
        for (int i = RDLOCK; i < UNLOCK; i++) {
            pthread_t thread;
            void *end;

            if (is_try((enum call)i))
                continue;
            call = (enum call)i;
            tid = 0;
            got_it = cleaned_up = 0;
            make_lock(&lock, kind, PTHREAD_PROCESS_PRIVATE);
            CHECK_EQ(perform(WRLOCK, &lock, 0, NULL), 0);
            thread = start(waiter, NULL);
            while (__atomic_load_n(&tid, __ATOMIC_SEQ_CST) == 0 || !sleeps_at(getpid(), tid, &lock))
                sleep_ms(1);
            CHECK(pthread_cancel(thread) == 0);
            sleep_ms(5);
            CHECK(!flag_is_up(&cleaned_up));
            CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
            CHECK(pthread_join(thread, &end) == 0);
            CHECK(end == PTHREAD_CANCELED);
            CHECK(flag_is_up(&got_it) && flag_is_up(&cleaned_up));
            check_free(&lock);
        }
    }
    puts("cancel: ok");
    return 0;
}
