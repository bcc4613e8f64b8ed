/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A debug build of the library stops a program that hands it something that
 * cannot be a lock: SIGABRT, and a message on standard error that says what
 * was wrong. Every operation is tried in a process of its own.
 */
#include <rswlock.h>

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "check.h"
#include "operations.h"

struct trial {
    const char *name;
    size_t size;
    void (*call)(void *lock);
};

#define TRIALS(width)                                                            \
    VOID_OPERATIONS(DEFINE_##width)                                              \
    TRY_OPERATIONS(DEFINE_##width)                                               \
    ASK_OPERATIONS(DEFINE_##width)                                               \
    COUNT_OPERATIONS(DEFINE_##width)                                             \
    TIMED_OPERATIONS(DEFINE_MORE_##width)                                        \
    WAIT_OPERATIONS(DEFINE_MORE_##width)
#define DEFINE(width, op, ...)                                                   \
    static void call_##op##_##width(void *lock)                                  \
    {                                                                            \
        rsw##width##_t *typed = lock;                                            \
        (void)rsw##width##_##op(__VA_ARGS__);                                    \
    }
#define DEFINE_32(op) DEFINE(32, op, typed)
#define DEFINE_64(op) DEFINE(64, op, typed)
#define DEFINE_MORE_32(op) DEFINE(32, op, typed, 0)
#define DEFINE_MORE_64(op) DEFINE(64, op, typed, 0)
TRIALS(32)
TRIALS(64)

#define ROW_32(op) { "rsw32_" #op, 4, call_##op##_32 },
#define ROW_64(op) { "rsw64_" #op, 8, call_##op##_64 },
#define ROWS(row)                                                                \
    VOID_OPERATIONS(row) TRY_OPERATIONS(row) ASK_OPERATIONS(row)                 \
    COUNT_OPERATIONS(row) TIMED_OPERATIONS(row) WAIT_OPERATIONS(row)

static const struct trial trials[] = { ROWS(ROW_32) ROWS(ROW_64) };

static void must_abort(const struct trial *trial, void *lock, const char *complaint)
{
    int pipe_ends[2], status;
    char message[512] = "";
    size_t length = 0;
    ssize_t got;

    CHECK(pipe(pipe_ends) == 0);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        CHECK(dup2(pipe_ends[1], STDERR_FILENO) == STDERR_FILENO);
        close(pipe_ends[0]);
        close(pipe_ends[1]);
        alarm(10);
        trial->call(lock);
        _exit(0);
    }
    close(pipe_ends[1]);
    while ((got = read(pipe_ends[0], message + length, sizeof(message) - 1 - length)) > 0)
        length += (size_t)got;
    close(pipe_ends[0]);
    CHECK(waitpid(child, &status, 0) == child);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT ||
        strncmp(message, "rswlock: ", 9) != 0 || strstr(message, complaint) == NULL) {
        fprintf(stderr, "%s(%p): expected an abort and '%s', got status 0x%x and '%s'\n",
                trial->name, lock, complaint, (unsigned)status, message);
        exit(1);
    }
}

int main(void)
{
    /* Zero words: every operation could go on if it did not look. */
    static uint64_t words[2];
    const struct rlimit no_core = { 0, 0 };

    CHECK(setrlimit(RLIMIT_CORE, &no_core) == 0);
    for (unsigned i = 0; i < sizeof(trials) / sizeof(trials[0]); i++) {
        must_abort(&trials[i], NULL, "NULL");
        for (size_t offset = 1; offset < trials[i].size; offset *= 2)
            must_abort(&trials[i], (char *)words + offset, "misaligned");
    }
    printf("misuse: ok, %zu operations\n", sizeof(trials) / sizeof(trials[0]));
    return 0;
}
