/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * One of two translation units of a program that both include the header;
 * -DUNIT names this one and -DOTHER the one it hands the lock to. Also C++.
 */
#include <rswlock.h>

#ifdef __cplusplus
extern "C" {
#endif
int UNIT(rsw64_t *lock, int depth);
int OTHER(rsw64_t *lock, int depth);
#ifdef __cplusplus
}
#endif

int UNIT(rsw64_t *lock, int depth)
{
    if (!rsw64_try_r(lock))
        return -1;
    int inside = depth == 0 ? (int)rsw64_readers(lock) : OTHER(lock, depth - 1);
    rsw64_drop_r(lock);
    return inside;
}

#ifdef WITH_MAIN
int main(void)
{
    static rsw64_t lock;
    return UNIT(&lock, 9) == 10 && lock == 0 ? 0 : 1;
}
#endif
