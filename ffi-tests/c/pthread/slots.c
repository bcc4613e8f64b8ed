/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Readers that do not touch the lock, which its bytes show: when it is so, when
 * it is not, and that nobody is let in who should not be. Run with the
 * argument on, auto or off, which is what RSWLOCK_BIAS says; without fork if
 * another argument follows.
 */
#include <sched.h>
#include <sys/mman.h>

#include "actor.h"

/* Changes of the reading thread after which a lock must have learned. */
#define ENOUGH 200
/* More than there are rows. */
#define CROWD 600
/* More than there are columns. */
#define NEST 100

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static bool on, automatic;

static void read_once(pthread_rwlock_t *it)
{
    CHECK_EQ(perform(RDLOCK, it, 0, NULL), 0);
    CHECK_EQ(perform(UNLOCK, it, 0, NULL), 0);
}

static void write_once(pthread_rwlock_t *it)
{
    CHECK_EQ(perform(WRLOCK, it, 0, NULL), 0);
    CHECK_EQ(perform(UNLOCK, it, 0, NULL), 0);
}

/* Whether a reader comes in and leaves without a change of the lock's bytes. */
static bool is_left_alone(pthread_rwlock_t *it)
{
    unsigned char before[sizeof(*it)];
    bool alone;

    memcpy(before, it, sizeof(*it));
    CHECK_EQ(perform(RDLOCK, it, 0, NULL), 0);
    alone = memcmp(before, it, sizeof(*it)) == 0;
    CHECK_EQ(perform(UNLOCK, it, 0, NULL), 0);
    return alone && memcmp(before, it, sizeof(*it)) == 0;
}

static int turn;

static void read_in_turn(pthread_rwlock_t *it, int mine)
{
    for (int i = 0; i < ENOUGH; i++) {
        while (__atomic_load_n(&turn, __ATOMIC_ACQUIRE) != mine)
            sched_yield();
        read_once(it);
        __atomic_store_n(&turn, !mine, __ATOMIC_RELEASE);
    }
}

static void *read_in_other_turns(void *it)
{
    read_in_turn((pthread_rwlock_t *)it, 1);
    return NULL;
}

/* Read by two threads in turn, often enough for the lock to learn. */
static void share(pthread_rwlock_t *it)
{
    pthread_t other = start(read_in_other_turns, it);

    read_in_turn(it, 0);
    join(other);
}

static int try_elsewhere(struct actor *other, enum call call)
{
    int answer = call_by(other, call);

    if (answer == 0)
        CHECK_EQ(call_by(other, UNLOCK), 0);
    return answer;
}

static void check_learning(void)
{
    static pthread_rwlock_t fresh = PTHREAD_RWLOCK_INITIALIZER;

    /* One thread alone is no reason, unless it reads very often. */
    for (int i = 0; i < ENOUGH; i++)
        read_once(&fresh);
    CHECK_EQ(is_left_alone(&fresh), on);
    for (int i = 0; i < 100 * ENOUGH; i++)
        read_once(&fresh);
    CHECK_EQ(is_left_alone(&fresh), on || automatic);
    write_once(&fresh);
    for (int i = 0; i < ENOUGH; i++)
        read_once(&fresh);
    CHECK_EQ(is_left_alone(&fresh), on);
    share(&fresh);
    CHECK_EQ(is_left_alone(&fresh), on || automatic);
    /* A try that fails for the reader inside, and knows it, changes nothing. */
    CHECK_EQ(perform(RDLOCK, &fresh, 0, NULL), 0);
    CHECK_EQ(perform(TRYWRLOCK, &fresh, 0, NULL), EBUSY);
    CHECK_EQ(perform(UNLOCK, &fresh, 0, NULL), 0);
    CHECK_EQ(is_left_alone(&fresh), on || automatic);
    /* Who writes ends it. */
    write_once(&fresh);
    CHECK(!is_left_alone(&fresh));
    share(&fresh);
    CHECK_EQ(is_left_alone(&fresh), on || automatic);
    CHECK_EQ(perform(TRYWRLOCK, &fresh, 0, NULL), 0);
    CHECK_EQ(perform(UNLOCK, &fresh, 0, NULL), 0);
    CHECK(!is_left_alone(&fresh));
}

/* Writes among the reads: the lock is never left alone for long. */
static void check_mixed(void)
{
    struct actor other;

    if (!automatic)
        return;
    make_lock(&lock, 0, PTHREAD_PROCESS_PRIVATE);
    actor_start(&other, &lock);
    for (int i = 0; i < ENOUGH; i++) {
        for (int reads = 0; reads < 10; reads++) {
            CHECK_EQ(call_by(&other, RDLOCK), 0);
            CHECK_EQ(call_by(&other, UNLOCK), 0);
            CHECK(!is_left_alone(&lock));
        }
        write_once(&lock);
    }
    actor_end(&other);
}

static void check_shared(void)
{
    pthread_rwlock_t *shared = (pthread_rwlock_t *)mmap(
        NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_ANONYMOUS | MAP_SHARED, -1, 0);

    CHECK(shared != MAP_FAILED);
    make_lock(shared, 0, PTHREAD_PROCESS_SHARED);
    share(shared);
    CHECK(!is_left_alone(shared));
    CHECK(munmap(shared, sizeof(*shared)) == 0);
}

/* Whoever writes waits for the reader in its slot, asleep, and is in when that
 * one has left. */
static void check_waiting_writer(int kind)
{
    struct actor writer;

    make_lock(&lock, kind, PTHREAD_PROCESS_PRIVATE);
    share(&lock);
    actor_start(&writer, &lock);
    CHECK_EQ(perform(RDLOCK, &lock, 0, NULL), 0);
    ask(&writer, WRLOCK);
    await_asleep(&writer);
    CHECK_EQ(perform(TRYWRLOCK, &lock, 0, NULL), EBUSY);
    if (kind != PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        read_once(&lock);
    else
        CHECK_EQ(perform(TRYRDLOCK, &lock, 0, NULL), EBUSY);
    CHECK(!is_back(&writer));
    CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
    CHECK_EQ(answer_of(&writer), 0);
    CHECK_EQ(perform(TRYRDLOCK, &lock, 0, NULL), EBUSY);
    CHECK_EQ(call_by(&writer, UNLOCK), 0);
    actor_end(&writer);
    check_free(&lock);
}

/* A writer that has waited for long is woken by the reader that leaves, and does
 * not have to look by itself. */
static void check_prompt(void)
{
    uint64_t shortest = UINT64_MAX;

    for (int i = 0; i < 5; i++) {
        struct actor writer;
        uint64_t left;

        make_lock(&lock, 0, PTHREAD_PROCESS_PRIVATE);
        share(&lock);
        actor_start(&writer, &lock);
        CHECK_EQ(perform(RDLOCK, &lock, 0, NULL), 0);
        queue_up(&writer, WRLOCK);
        sleep_ms(150);
        CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
        left = now_ns();
        while (!is_back(&writer))
            sched_yield();
        if (now_ns() - left < shortest)
            shortest = now_ns() - left;
        CHECK_EQ(call_by(&writer, UNLOCK), 0);
        actor_end(&writer);
    }
    CHECK(shortest < ms(5));
}

/* A writer that gives up keeps nobody out. */
static void check_timed_writer(int kind)
{
    struct actor writer;

    make_lock(&lock, kind, PTHREAD_PROCESS_PRIVATE);
    share(&lock);
    actor_start(&writer, &lock);
    CHECK_EQ(perform(RDLOCK, &lock, 0, NULL), 0);
    writer.until = after_ms(CLOCK_REALTIME, 30);
    CHECK_EQ(call_by(&writer, TIMEDWRLOCK), ETIMEDOUT);
    CHECK_EQ(try_elsewhere(&writer, TRYRDLOCK), 0);
    CHECK_EQ(try_elsewhere(&writer, RDLOCK), 0);
    CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
    actor_end(&writer);
    share(&lock);
    /* It is as good as before for those who read. */
    CHECK_EQ(is_left_alone(&lock), on || automatic);
    check_free(&lock);
}

/* Given back by another thread, while the one that took it reads on, or not. */
static void check_stranger(bool reads_on)
{
    struct actor other;

    make_lock(&lock, 0, PTHREAD_PROCESS_PRIVATE);
    share(&lock);
    actor_start(&other, &lock);
    for (int i = 0; i < 10; i++) {
        CHECK_EQ(perform(RDLOCK, &lock, 0, NULL), 0);
        CHECK_EQ(call_by(&other, UNLOCK), 0);
        if (reads_on) {
            CHECK_EQ(perform(RDLOCK, &lock, 0, NULL), 0);
            CHECK_EQ(call_by(&other, TRYWRLOCK), EBUSY);
            CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
        }
        CHECK_EQ(try_elsewhere(&other, TRYWRLOCK), 0);
        check_free(&lock);
        share(&lock);
        CHECK_EQ(is_left_alone(&lock), on || automatic);
    }
    actor_end(&other);
}

/* A lock in memory where a lock lay that is still held in a slot. A thread of its
 * own, as nobody will ever empty that slot. */
static void *abandon(void *unused)
{
    make_lock(&lock, 0, PTHREAD_PROCESS_PRIVATE);
    share(&lock);
    CHECK_EQ(perform(RDLOCK, &lock, 0, NULL), 0);
    make_lock(&lock, 0, PTHREAD_PROCESS_PRIVATE);
    check_free(&lock);
    share(&lock);
    check_free(&lock);
    read_once(&lock);
    write_once(&lock);
    check_free(&lock);
    return unused;
}

/* The bytes of a lock, moved, are a lock; those that read where it was do not
 * count where it is now. */
static void check_moved(void)
{
    static pthread_rwlock_t moved, copies[NEST];
    struct actor other;

    make_lock(&lock, 0, PTHREAD_PROCESS_PRIVATE);
    share(&lock);
    /* Some of them in the same column. */
    for (int i = 0; i < NEST; i++)
        memcpy(&copies[i], &lock, sizeof(lock));
    CHECK_EQ(perform(RDLOCK, &lock, 0, NULL), 0);
    for (int i = 0; i < NEST; i++)
        check_free(&copies[i]);
    CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
    share(&lock);
    memcpy(&moved, &lock, sizeof(moved));
    actor_start(&other, &moved);
    CHECK_EQ(perform(RDLOCK, &moved, 0, NULL), 0);
    CHECK_EQ(call_by(&other, TRYWRLOCK), EBUSY);
    CHECK_EQ(perform(UNLOCK, &moved, 0, NULL), 0);
    CHECK_EQ(try_elsewhere(&other, TRYWRLOCK), 0);
    actor_end(&other);
    share(&moved);
    CHECK_EQ(is_left_alone(&moved), on || automatic);
    check_free(&moved);
}

/* More locks held at once than a thread has slots. */
static void check_nest(void)
{
    static pthread_rwlock_t locks[NEST];
    struct actor other;

    for (int i = 0; i < NEST; i++) {
        make_lock(&locks[i], 0, PTHREAD_PROCESS_PRIVATE);
        share(&locks[i]);
    }
    actor_start(&other, &lock);
    for (int i = 0; i < NEST; i++)
        CHECK_EQ(perform(RDLOCK, &locks[i], 0, NULL), 0);
    for (int i = 0; i < NEST; i++) {
        other.lock = &locks[i];
        CHECK_EQ(try_elsewhere(&other, TRYWRLOCK), EBUSY);
        CHECK_EQ(perform(UNLOCK, &locks[i], 0, NULL), 0);
        CHECK_EQ(try_elsewhere(&other, TRYWRLOCK), 0);
    }
    actor_end(&other);
}

static pthread_barrier_t together;

static void *one_of_many(void *unused)
{
    read_once(&lock);
    pthread_barrier_wait(&together);
    CHECK_EQ(perform(RDLOCK, &lock, 0, NULL), 0);
    pthread_barrier_wait(&together);
    /* Here somebody looks. */
    pthread_barrier_wait(&together);
    CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
    pthread_barrier_wait(&together);
    return unused;
}

/* More threads than there are rows. */
static void check_crowd(void)
{
    static pthread_t threads[CROWD];

    make_lock(&lock, 0, PTHREAD_PROCESS_PRIVATE);
    share(&lock);
    CHECK(pthread_barrier_init(&together, NULL, CROWD + 1) == 0);
    for (int i = 0; i < CROWD; i++)
        threads[i] = start(one_of_many, NULL);
    pthread_barrier_wait(&together);
    pthread_barrier_wait(&together);
    CHECK_EQ(perform(TRYWRLOCK, &lock, 0, NULL), EBUSY);
    CHECK_EQ(perform(TRYRDLOCK, &lock, 0, NULL), 0);
    CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
    pthread_barrier_wait(&together);
    pthread_barrier_wait(&together);
    for (int i = 0; i < CROWD; i++)
        join(threads[i]);
    check_free(&lock);
}

static void *ends_inside(void *unused)
{
    CHECK_EQ(perform(RDLOCK, &lock, 0, NULL), 0);
    return unused;
}

/* A thread ends while it reads; another gives its hold back. */
static void check_ended(void)
{
    make_lock(&lock, 0, PTHREAD_PROCESS_PRIVATE);
    share(&lock);
    join(start(ends_inside, NULL));
    CHECK_EQ(perform(TRYWRLOCK, &lock, 0, NULL), EBUSY);
    CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
    check_free(&lock);
    share(&lock);
    check_free(&lock);
}

/* A child of fork: what its own thread holds is its own to give back; a lock that
 * others read it may make anew. */
static void check_fork(void)
{
    static pthread_rwlock_t read_by_another = PTHREAD_RWLOCK_INITIALIZER;
    struct actor other;
    pid_t child;

    make_lock(&lock, 0, PTHREAD_PROCESS_PRIVATE);
    share(&lock);
    share(&read_by_another);
    actor_start(&other, &read_by_another);
    CHECK_EQ(call_by(&other, RDLOCK), 0);
    CHECK_EQ(perform(RDLOCK, &lock, 0, NULL), 0);
    child = fork_child();
    if (child == 0) {
        CHECK_EQ(perform(TRYWRLOCK, &lock, 0, NULL), EBUSY);
        CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
        check_free(&lock);
        share(&lock);
        check_free(&lock);
        CHECK_EQ(perform(TRYWRLOCK, &read_by_another, 0, NULL), EBUSY);
        read_once(&read_by_another);
        CHECK_EQ(pthread_rwlock_init(&read_by_another, NULL), 0);
        share(&read_by_another);
        check_free(&read_by_another);
        _exit(0);
    }
    await_child(child);
    CHECK_EQ(call_by(&other, UNLOCK), 0);
    CHECK_EQ(perform(UNLOCK, &lock, 0, NULL), 0);
    actor_end(&other);
    check_free(&lock);
    check_free(&read_by_another);
}

int main(int count, char **arguments)
{
    setup();
    CHECK(with_shim && count >= 2);
    on = strcmp(arguments[1], "on") == 0;
    automatic = strcmp(arguments[1], "auto") == 0;
    check_learning();
    check_mixed();
    check_shared();
    for (int kind = 0; kind < 3; kind++) {
        check_waiting_writer(kind);
        check_timed_writer(kind);
    }
    check_prompt();
    check_stranger(false);
    check_stranger(true);
    join(start(abandon, NULL));
    check_moved();
    check_nest();
    check_crowd();
    check_ended();
    if (count == 2)
        check_fork();
    puts("slots: ok");
    return 0;
}
