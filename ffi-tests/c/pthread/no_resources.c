/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Waits and wake-ups where there is no memory and no descriptor to be had. */
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "contend.h"

#define ROUNDS 1500

static int poor;

static void *body(void *seed)
{
    await_flag(&poor);
    contend((unsigned)(uintptr_t)seed * 7, ROUNDS);
    return NULL;
}

int main(void)
{
    const struct rlimit none = { 0, 0 };
    pthread_t threads[CONTENDERS];

    setup();
    for (int kind = 0; kind < 3; kind++) {
        struct rlimit before_space, before_files, limit;

        poor = 0;
        make_contended(kind);
        for (uintptr_t i = 0; i < CONTENDERS; i++)
            threads[i] = start(body, (void *)i);
        CHECK(getrlimit(RLIMIT_AS, &before_space) == 0);
        CHECK(getrlimit(RLIMIT_NOFILE, &before_files) == 0);
        /* Only the soft ones, to be able to go back. */
        limit = before_space;
        limit.rlim_cur = none.rlim_cur;
        CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
        limit = before_files;
        limit.rlim_cur = none.rlim_cur;
        CHECK(setrlimit(RLIMIT_NOFILE, &limit) == 0);
        CHECK(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
        CHECK(open("/dev/null", O_RDONLY) < 0);
        raise_flag(&poor);
        contend(3, ROUNDS);
        for (int i = 0; i < CONTENDERS; i++)
            join(threads[i]);
        check_contended();
        CHECK(setrlimit(RLIMIT_AS, &before_space) == 0);
        CHECK(setrlimit(RLIMIT_NOFILE, &before_files) == 0);
    }
    puts("no_resources: ok");
    return 0;
}
