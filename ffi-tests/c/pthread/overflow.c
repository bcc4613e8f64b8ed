/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * As many read locks as a lock can count: one more is refused, and the lock is
 * as good as before. Half a gigabyte of them is no test of speed, so they are
 * taken by one thread.
 */
#include "calls.h"

#define MOST (1u << 28)

int main(void)
{
    static pthread_rwlock_t lock;
    struct timespec until = after_ms(CLOCK_REALTIME, 60000);
    unsigned count = 0;
    int answer;

    setup();
    while ((answer = pthread_rwlock_rdlock(&lock)) == 0)
        count++;
    CHECK_EQ(answer, EAGAIN);
    CHECK(count == MOST - 1 || count == MOST);
    for (int i = 0; i < 100; i++) {
        for (int call = RDLOCK; is_read((enum call)call); call++)
            CHECK_EQ(perform((enum call)call, &lock, CLOCK_REALTIME, &until), EAGAIN);
        CHECK_EQ(perform(TRYWRLOCK, &lock, 0, NULL), EBUSY);
    }
    for (int i = 0; i < 1000; i++)
        CHECK_EQ(pthread_rwlock_unlock(&lock), 0);
    for (int i = 0; i < 1000; i++)
        CHECK_EQ(pthread_rwlock_rdlock(&lock), 0);
    CHECK_EQ(pthread_rwlock_rdlock(&lock), EAGAIN);
    for (unsigned i = 0; i < count; i++)
        (void)pthread_rwlock_unlock(&lock);
    check_free(&lock);
    puts("overflow: ok");
    return 0;
}
