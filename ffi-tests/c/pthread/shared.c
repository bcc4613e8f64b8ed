/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Locks in shared memory: seen at two addresses of one process, by processes
 * that were forked, and by a program that maps the file later and finds the
 * lock ready. Waits with an end, too.
 */
#include <fcntl.h>
#include <sys/mman.h>

#include "actor.h"

#define PROCESSES 4
#define ROUNDS 3000

/* Written under the write lock only; the halves are never seen apart. */
struct table {
    pthread_rwlock_t lock;
    unsigned long left;
    char apart[256];
    unsigned long right;
    int impatient; /* processes that have given up once */
};

static struct table *map(int file, size_t offset)
{
    /* Somewhere else each time: the place before it stays taken. */
    char *place = (char *)mmap(NULL, offset + 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    CHECK(place != MAP_FAILED);
    place = (char *)mmap(place + offset, sizeof(struct table), PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_FIXED, file, 0);
    CHECK(place != MAP_FAILED);
    return (struct table *)place;
}

/* Sleepers at one address are woken by whoever leaves at the other. */
static void two_addresses(int file, int kind)
{
    struct table *one = map(file, 0), *two = map(file, 8192);
    static const enum call ways[] = { RDLOCK, WRLOCK, CLOCKRDLOCK, CLOCKWRLOCK };
    struct actor actor;

    CHECK(one != two);
    make_lock(&one->lock, kind, PTHREAD_PROCESS_SHARED);
    actor_start(&actor, &two->lock);
    for (int i = 0; i < 4; i++) {
        actor.until = after_ms(CLOCK_MONOTONIC, 100000);
        CHECK_EQ(perform(WRLOCK, &one->lock, 0, NULL), 0);
        CHECK_EQ(perform(WRLOCK, &two->lock, 0, NULL), EDEADLK);
        queue_up(&actor, ways[i]);
        CHECK_EQ(perform(UNLOCK, &one->lock, 0, NULL), 0);
        CHECK_EQ(answer_of(&actor), 0);
        CHECK_EQ(perform(TRYWRLOCK, &one->lock, 0, NULL), EBUSY);
        CHECK_EQ(call_by(&actor, UNLOCK), 0);
        check_free(&one->lock);
    }
    actor_end(&actor);
}

static void look(struct table *table, bool change)
{
    CHECK(table->left == table->right);
    table->left += change;
    table->right += change;
}

static void use(struct table *table, unsigned seed)
{
    for (unsigned round = 0; round < ROUNDS; round++) {
        enum call call = (enum call)((round * 5 + seed) % UNLOCK);
        clockid_t clock = round % 3 == 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC;
        struct timespec until;
        int answer;

        if (call == TIMEDRDLOCK || call == TIMEDWRLOCK)
            clock = CLOCK_REALTIME;
        until = after_ms(clock, 0);
        until.tv_nsec = until.tv_nsec / 2 + (round % 2 ? 499999999L : 0);
        answer = perform(call, &table->lock, clock, &until);
        if (answer == 0) {
            look(table, !is_read(call));
            CHECK_EQ(perform(UNLOCK, &table->lock, 0, NULL), 0);
        } else if (is_timed(call)) {
            CHECK_EQ(answer, ETIMEDOUT);
            CHECK(has_come(clock, &until));
        } else {
            CHECK(is_try(call));
            CHECK_EQ(answer, EBUSY);
        }
    }
}

static void many_processes(int file, int kind)
{
    struct table *table = map(file, 0);
    pid_t children[PROCESSES];
    struct timespec until;

    table->impatient = 0;
    make_lock(&table->lock, kind, PTHREAD_PROCESS_SHARED);
    CHECK_EQ(perform(WRLOCK, &table->lock, 0, NULL), 0);
    for (unsigned i = 0; i < PROCESSES; i++) {
        children[i] = fork_child();
        if (children[i] == 0) {
            table = map(file, 4096 * (i + 3));
            until = after_ms(CLOCK_MONOTONIC, 10);
            CHECK_EQ(perform(CLOCKWRLOCK, &table->lock, CLOCK_MONOTONIC, &until), ETIMEDOUT);
            until = after_ms(CLOCK_REALTIME, 10);
            CHECK_EQ(perform(TIMEDRDLOCK, &table->lock, 0, &until), ETIMEDOUT);
            __atomic_fetch_add(&table->impatient, 1, __ATOMIC_SEQ_CST);
            use(table, i);
            _exit(0);
        }
    }
    while (__atomic_load_n(&table->impatient, __ATOMIC_SEQ_CST) < PROCESSES)
        sleep_ms(1);
    CHECK_EQ(perform(UNLOCK, &table->lock, 0, NULL), 0);
    for (unsigned i = 0; i < PROCESSES; i++)
        await_child(children[i]);
    look(table, false);
    check_free(&table->lock);
}

/* This program once more, which knows of the lock only where it is. The kernel
 * does not start programs for another processor, whose programs may run here. */
static bool later_program(const char *self, int file)
{
    const int cannot_start = 77;
    char number[16];
    pid_t child;
    int status;

    snprintf(number, sizeof(number), "%d", file);
    child = fork_child();
    if (child == 0) {
        CHECK(fcntl(file, F_SETFD, 0) == 0);
        execl(self, self, number, (char *)NULL);
        CHECK_EQ(errno, ENOEXEC);
        _exit(cannot_start);
    }
    CHECK(waitpid(child, &status, 0) == child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == cannot_start)
        return false;
    CHECK_EQ(status, 0);
    return true;
}

int main(int count, char **arguments)
{
    bool later = true;
    int file;

    setup();
    if (count > 1) {
        struct table *table = map(atoi(arguments[1]), 12288);

        check_free(&table->lock);
        use(table, 1);
        check_free(&table->lock);
        return 0;
    }
    for (int kind = 0; kind < 3; kind++) {
        file = memfd_create("table", MFD_CLOEXEC);
        CHECK(file >= 0);
        CHECK(ftruncate(file, sizeof(struct table)) == 0);
        two_addresses(file, kind);
        many_processes(file, kind);
        later = later && later_program(arguments[0], file);
        CHECK(close(file) == 0);
    }
    if (!later)
        skipped("a later program", "its kernel is not the one of this processor");
    puts("shared: ok");
    return 0;
}
