/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Signals while threads wait: handlers run, the wait goes on, with SA_RESTART
 * or without; no call answers EINTR, none ends early, and nobody is forgotten
 * (FreeBSD's r304808 left a mark of the interrupted sleeper behind). Handlers
 * use locks themselves.
 */
#include "actor.h"

#define STORM_MS 400
#define CROWD 4

static pthread_rwlock_t lock, handlers_lock;
static int stop;
static int handled;

static void handler(int signal)
{
    (void)signal;
    __atomic_fetch_add(&handled, 1, __ATOMIC_SEQ_CST);
    CHECK_EQ(perform(WRLOCK, &handlers_lock, 0, NULL), 0);
    CHECK_EQ(perform(UNLOCK, &handlers_lock, 0, NULL), 0);
    /* Try calls never wait, so the lock that was interrupted will do. */
    if (perform(TRYRDLOCK, &lock, 0, NULL) == 0)
        CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
}

static void handle(int flags)
{
    struct sigaction action;

    memset(&action, 0, sizeof(action));
    action.sa_handler = handler;
    action.sa_flags = flags;
    CHECK(sigaction(SIGUSR1, &action, NULL) == 0);
}

/* Interrupts one that sleeps, and sees that it sleeps on. */
static void interrupt(struct actor *actor)
{
    for (int i = 0; i < 10; i++) {
        int before = __atomic_load_n(&handled, __ATOMIC_SEQ_CST);

        CHECK(pthread_kill(actor->thread, SIGUSR1) == 0);
        while (__atomic_load_n(&handled, __ATOMIC_SEQ_CST) == before)
            sleep_ms(1);
        await_asleep(actor);
    }
}

static void sleeps_on(int kind)
{
    static const enum call calls[] = { RDLOCK, CLOCKRDLOCK, WRLOCK, CLOCKWRLOCK };
    struct actor actor;
    struct timespec until;

    make_lock(&lock, kind, PTHREAD_PROCESS_PRIVATE);
    actor_start(&actor, &lock);
    for (int i = 0; i < 4; i++) {
        CHECK_EQ(perform(WRLOCK, &lock, 0, NULL), 0);
        actor.until = after_ms(CLOCK_MONOTONIC, 100000);
        queue_up(&actor, calls[i]);
        interrupt(&actor);
        CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
        CHECK_EQ(answer_of(&actor), 0);
        CHECK_EQ(call_by(&actor, UNLOCK), 0);
        check_free(&lock);
    }
    /* A wait that ends by its deadline, interrupted all the way. */
    CHECK_EQ(perform(WRLOCK, &lock, 0, NULL), 0);
    until = actor.until = after_ms(CLOCK_MONOTONIC, 60);
    ask(&actor, CLOCKWRLOCK);
    while (!is_back(&actor)) {
        CHECK(pthread_kill(actor.thread, SIGUSR1) == 0);
        usleep(200);
    }
    CHECK_EQ(actor.answer, ETIMEDOUT);
    CHECK(has_come(CLOCK_MONOTONIC, &until));
    CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
    check_free(&lock);
    actor_end(&actor);
}

static void *contend(void *seed)
{
    for (unsigned round = (unsigned)(uintptr_t)seed; !flag_is_up(&stop); round += 5) {
        enum call call = (enum call)(round % UNLOCK);
        struct timespec until = after_ms(CLOCK_REALTIME, round % 2);
        int answer = perform(call, &lock, CLOCK_REALTIME, &until);

        if (answer == 0) {
            if (round % 16 == 0)
                usleep(50);
            CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
        } else {
            CHECK_EQ(answer, is_timed(call) ? ETIMEDOUT : EBUSY);
        }
    }
    return NULL;
}

static void storm(int kind)
{
    pthread_t crowd[CROWD];

    make_lock(&lock, kind, PTHREAD_PROCESS_PRIVATE);
    __atomic_store_n(&stop, 0, __ATOMIC_SEQ_CST);
    for (uintptr_t i = 0; i < CROWD; i++)
        crowd[i] = start(contend, (void *)i);
    for (uint64_t end = now_ns() + ms(STORM_MS); now_ns() < end;) {
        for (int i = 0; i < CROWD; i++)
            CHECK(pthread_kill(crowd[i], SIGUSR1) == 0);
        usleep(100);
    }
    raise_flag(&stop);
    for (int i = 0; i < CROWD; i++)
        join(crowd[i]);
    check_free(&lock);
}

int main(void)
{
    setup();
    /* Two handlers of one thread at a time would wait for each other. */
    for (int kind = 0; kind < 3; kind++) {
        handle(0);
        sleeps_on(kind);
        storm(kind);
        handle(SA_RESTART);
        sleeps_on(kind);
        storm(kind);
    }
    check_free(&handlers_lock);
    puts("signals: ok");
    return 0;
}
