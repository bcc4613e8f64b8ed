/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every call and every wait on the smallest stacks that a thread may have. */
#include "actor.h"

#define CROWD 8
#define ROUNDS 400

static pthread_rwlock_t locks[3];

static void *body(void *seed)
{
    for (unsigned round = (unsigned)(uintptr_t)seed; round < ROUNDS; round++) {
        enum call call = (enum call)(round % UNLOCK);
        pthread_rwlock_t *lock = &locks[round / UNLOCK % 3];
        struct timespec until = after_ms(CLOCK_REALTIME, round % 3);
        int answer = perform(call, lock, CLOCK_REALTIME, &until);

        if (answer == 0) {
            usleep(30);
            CHECK_EQ(perform(UNLOCK, lock, 0, NULL), 0);
        } else {
            CHECK_EQ(answer, is_timed(call) ? ETIMEDOUT : EBUSY);
        }
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[CROWD];
    pthread_attr_t small;

    setup();
    small_stacks(&small);
    for (int kind = 0; kind < 3; kind++)
        make_lock(&locks[kind], kind, kind == 1);
    for (uintptr_t i = 0; i < CROWD; i++)
        CHECK(pthread_create(&threads[i], &small, body, (void *)i) == 0);
    for (int i = 0; i < CROWD; i++)
        join(threads[i]);
    for (int kind = 0; kind < 3; kind++)
        check_free(&locks[kind]);
    puts("stacks: ok");
    return 0;
}
