/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A lock that was never initialised by a call, and one wait: what a program
 * does before the shim may read its environment, and say what it found. */
#include "calls.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *impatient(void *unused)
{
    struct timespec until = after_ms(CLOCK_REALTIME, 10);

    CHECK_EQ(perform(TIMEDWRLOCK, &lock, 0, &until), ETIMEDOUT);
    return unused;
}

int main(void)
{
    setup();
    CHECK_EQ(pthread_rwlock_wrlock(&lock), 0);
    join(start(impatient, NULL));
    join(start(impatient, NULL));
    CHECK_EQ(pthread_rwlock_unlock(&lock), 0);
    check_free(&lock);
    puts("waits_once: ok");
    return 0;
}
