/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * An allocator that takes read-write locks in each call, as some do. A lock
 * call that allocated would come back here: into a lock that it holds, or
 * without end.
 */
#include "calls.h"

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *old);

#define CROWD 4
#define ROUNDS 20000

static pthread_rwlock_t arena, shared_arena = PTHREAD_RWLOCK_INITIALIZER;
static unsigned long calls;
static __thread int depth;

static void enter(void)
{
    struct timespec past = { 0, 0 };

    if (depth++ != 0)
        abort();
    if (pthread_rwlock_wrlock(&arena) != 0)
        abort();
    calls++;
    if (pthread_rwlock_unlock(&arena) != 0 || pthread_rwlock_rdlock(&shared_arena) != 0)
        abort();
    /* The way of waits, too. */
    if (pthread_rwlock_timedwrlock(&shared_arena, &past) != ETIMEDOUT)
        abort();
}

static void leave(void)
{
    if (pthread_rwlock_unlock(&shared_arena) != 0)
        abort();
    depth--;
}

#define WITH_LOCK(call)       \
    void *result;             \
    enter();                  \
    result = (call);          \
    leave();                  \
    return result

void *malloc(size_t size) { WITH_LOCK(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { WITH_LOCK(__libc_calloc(count, size)); }
void *realloc(void *old, size_t size) { WITH_LOCK(__libc_realloc(old, size)); }
void *memalign(size_t alignment, size_t size) { WITH_LOCK(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { WITH_LOCK(__libc_memalign(alignment, size)); }

void free(void *old)
{
    enter();
    __libc_free(old);
    leave();
}

static void *body(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        char *block = (char *)malloc((size_t)(i % 500) + 1);

        CHECK(block != NULL);
        block[0] = 'x';
        block = (char *)realloc(block, 700);
        CHECK(block != NULL && block[0] == 'x');
        free(block);
    }
    return unused;
}

int main(void)
{
    pthread_t threads[CROWD];

    setup();
    for (int i = 0; i < CROWD; i++)
        threads[i] = start(body, NULL);
    for (int i = 0; i < CROWD; i++)
        join(threads[i]);
    CHECK(calls >= 3ul * CROWD * ROUNDS);
    check_free(&arena);
    check_free(&shared_arena);
    puts("inside_malloc: ok");
    return 0;
}
