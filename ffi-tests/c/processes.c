/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Locks between processes: the word lies in memory that they share, mapped at
 * a different address in each, and every process has its own copy of the
 * library's state.
 */
#include <rswlock.h>

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "check.h"

#define PROCESSES 4
#define ROUNDS 20000

/* Written under W only; the halves are never seen apart. */
struct table {
    rsw32_t lock32;
    rsw64_t lock64;
    unsigned long left[2];
    char apart[256];
    unsigned long right[2];
};

static void change(struct table *table, unsigned which)
{
    CHECK(table->left[which] == table->right[which]);
    table->left[which]++;
    table->right[which]++;
}

#include "width32.h"
#define LOCK lock32
#define WHICH 0
#include "processes.inc.h"
#undef LOCK
#undef WHICH
#include "width64.h"
#define LOCK lock64
#define WHICH 1
#include "processes.inc.h"

static void work(int file, unsigned number)
{
    /* Not where the parent has it, and not where the siblings do. */
    char *place = mmap(NULL, (number + 2) * 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(place != MAP_FAILED);
    struct table *table = mmap(place + (number + 1) * 4096, sizeof(struct table),
                               PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0);
    CHECK(table != MAP_FAILED);
    for (unsigned round = 0; round < ROUNDS; round++) {
        use_32(table, round + number);
        use_64(table, round + number);
    }
}

int main(void)
{
    pid_t children[PROCESSES];
    int file = memfd_create("table", 0);
    CHECK(file >= 0);
    CHECK(ftruncate(file, sizeof(struct table)) == 0);
    struct table *table = mmap(NULL, sizeof(struct table), PROT_READ | PROT_WRITE, MAP_SHARED,
                               file, 0);
    CHECK(table != MAP_FAILED);

    /* Held across the forks: the children wait for their parent. */
    rsw32_take_w(&table->lock32);
    rsw64_take_w(&table->lock64);
    for (unsigned i = 0; i < PROCESSES; i++) {
        children[i] = fork();
        CHECK(children[i] >= 0);
        if (children[i] == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            work(file, i);
            _exit(0);
        }
    }
    sleep_ms(20);
    CHECK_EQ(table->left[0] + table->left[1], 0);
    rsw32_drop_w(&table->lock32);
    rsw64_drop_w(&table->lock64);

    for (unsigned i = 0; i < PROCESSES; i++) {
        int status;
        CHECK(waitpid(children[i], &status, 0) == children[i]);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    CHECK_EQ(table->lock32, 0);
    CHECK_EQ(table->lock64, 0);
    for (unsigned which = 0; which < 2; which++) {
        CHECK_EQ(table->left[which], table->right[which]);
        CHECK_EQ(table->left[which], PROCESSES * ROUNDS / 4 * 3);
    }
    puts("processes: ok");
    return 0;
}
