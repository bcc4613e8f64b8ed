/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Small functions to be looked at in compiled form, never run: an access to
 * `shared_data` on the one side that is safe, next to an operation. A function
 * named acquire_* accesses it after it got in, one named release_* before it
 * lets go. Needs no C library, so it compiles for any processor.
 */
#include <rswlock.h>

#include "operations.h"

extern long shared_data;

#define ENTRIES(X) X(take_r) X(take_s) X(take_w) X(take_a) X(take_j) \
    X(stow) X(ator) X(rtoj) X(jtoc) X(rtoc) X(ctoa)
#define LETTING_GO(X) RELEASING_OPERATIONS(X) X(ator) X(jtoc) X(ctoa)

#define ACQUIRE(width, op)                                     \
    long acquire_##op##_##width(rsw##width##_t *lock);         \
    long acquire_##op##_##width(rsw##width##_t *lock)          \
    {                                                          \
        rsw##width##_##op(lock);                               \
        return shared_data;                                    \
    }
#define ACQUIRE_IF(width, op)                                  \
    long acquire_##op##_##width(rsw##width##_t *lock);         \
    long acquire_##op##_##width(rsw##width##_t *lock)          \
    {                                                          \
        return rsw##width##_##op(lock) ? shared_data : 0;      \
    }
#define RELEASE(width, op)                                     \
    void release_##op##_##width(rsw##width##_t *lock);         \
    void release_##op##_##width(rsw##width##_t *lock)          \
    {                                                          \
        shared_data = 1;                                       \
        rsw##width##_##op(lock);                               \
    }

#define ACQUIRE_32(op) ACQUIRE(32, op)
#define ACQUIRE_64(op) ACQUIRE(64, op)
#define ACQUIRE_IF_32(op) ACQUIRE_IF(32, op)
#define ACQUIRE_IF_64(op) ACQUIRE_IF(64, op)
#define RELEASE_32(op) RELEASE(32, op)
#define RELEASE_64(op) RELEASE(64, op)

ENTRIES(ACQUIRE_32)
ENTRIES(ACQUIRE_64)
TRY_OPERATIONS(ACQUIRE_IF_32)
TRY_OPERATIONS(ACQUIRE_IF_64)
LETTING_GO(RELEASE_32)
LETTING_GO(RELEASE_64)

/* The loop must read afresh: relaxing is a barrier for the compiler. */
void relax_until_set(const int *flag);
void relax_until_set(const int *flag)
{
    while (*flag == 0)
        rsw_cpu_relax();
}
