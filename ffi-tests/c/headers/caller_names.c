/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A program's own variables under names that macros like to use inside. Each
 * of them is a lock, and the argument of every generic name. Also valid C++.
 */
#include <rswlock.h>

#include "../operations.h"

#if defined(__cplusplus) || __STDC_VERSION__ >= 201112L
#define PREFIX(op) rsw_##op
#else
#define PREFIX(op) rsw64_##op
#endif

#define NAMES(X) \
    X(l) X(i) X(ret) X(m) X(lock) X(r) X(s) X(w) X(a) X(j) X(c) X(seen) X(old) X(mask) \
    X(value) X(word) X(name) X(prev) X(deadline) X(add) X(blocked) X(order) X(p) X(_r)

#ifdef __cplusplus
extern "C"
#endif
uint64_t caller_names(uint64_t bits);

uint64_t caller_names(uint64_t bits)
{
    uint64_t sum = 0;
#define DECLARE(variable) rsw64_t variable = bits;
    NAMES(DECLARE)

#define CALL_VOID(op) PREFIX(op)(&CALLER);
#define CALL_BOOL(op) sum += PREFIX(op)(&CALLER) ? 1u : 0u;
#define CALL_TIMED(op) sum += PREFIX(op)(&CALLER, CALLER) == 0 ? 1u : 0u;
#define CALL_WAIT(op) sum += PREFIX(op)(&CALLER, CALLER);
#define CALL_COUNT(op) sum += PREFIX(op)(&CALLER);
#define EVERY_NAME                  \
    VOID_OPERATIONS(CALL_VOID)      \
    TRY_OPERATIONS(CALL_BOOL)       \
    TIMED_OPERATIONS(CALL_TIMED)    \
    WAIT_OPERATIONS(CALL_WAIT)      \
    ASK_OPERATIONS(CALL_BOOL)       \
    COUNT_OPERATIONS(CALL_COUNT)

#define CALLER l
    EVERY_NAME
#undef CALLER
#define CALLER i
    EVERY_NAME
#undef CALLER
#define CALLER ret
    EVERY_NAME
#undef CALLER
#define CALLER m
    EVERY_NAME
#undef CALLER
#define CALLER lock
    EVERY_NAME
#undef CALLER
#define CALLER r
    EVERY_NAME
#undef CALLER
#define CALLER seen
    EVERY_NAME
#undef CALLER
#define CALLER old
    EVERY_NAME
#undef CALLER
#define CALLER mask
    EVERY_NAME
#undef CALLER
#define CALLER value
    EVERY_NAME
#undef CALLER
#define CALLER word
    EVERY_NAME
#undef CALLER
#define CALLER name
    EVERY_NAME
#undef CALLER
#define CALLER prev
    EVERY_NAME
#undef CALLER
#define CALLER deadline
    EVERY_NAME
#undef CALLER

#define ADD(variable) sum += variable;
    NAMES(ADD)
    return sum;
}
