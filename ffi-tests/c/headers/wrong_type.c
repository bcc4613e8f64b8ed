/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * One generic name (-DOPERATION) on a lock of one type (-DTYPE); compiles when
 * that is a lock's type and must not otherwise. Also valid C++.
 */
#include <rswlock.h>

struct eight_bytes {
    uint32_t halves[2];
};

#ifdef __cplusplus
extern "C"
#endif
int wrong_type(TYPE *lock);

int wrong_type(TYPE *lock)
{
    return (OPERATION(lock), 0);
}
