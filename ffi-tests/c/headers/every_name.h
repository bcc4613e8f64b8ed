/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Every function of both widths and every generic name, called as a program
 * would, with the strictest warnings on. Shared by the C and the C++ unit.
 */
#include <rswlock.h>

#include "../operations.h"

#if defined(__cplusplus) || __STDC_VERSION__ >= 201112L
#define HAVE_GENERIC_NAMES 1
#else
#define HAVE_GENERIC_NAMES 0
#endif

#ifdef __cplusplus
extern "C" {
#endif
void every_name_32(rsw32_t *lock, uint64_t deadline);
void every_name_64(rsw64_t *lock, uint64_t deadline);
unsigned every_question_32(const rsw32_t *lock);
unsigned every_question_64(const rsw64_t *lock);
unsigned every_constant(void);
#ifdef __cplusplus
}
#endif

/* The results are used the way programs use them: in conditions, negated, in
 * arithmetic, as statements. */
#define CALL(op) PREFIX(op)(lock);
#define CALL_BOOL(op)                            \
    if (!PREFIX(op)(lock) || PREFIX(op)(lock))   \
        ++count;                                 \
    count += PREFIX(op)(lock) ? 1u : 0u;         \
    (void)PREFIX(op)(lock);
#define CALL_TIMED(op)                           \
    if (PREFIX(op)(lock, deadline) != 0)         \
        ++count;
#define CALL_WAIT(op) word = PREFIX(op)(lock, word | *lock);
#define EVERY_NAME                               \
    VOID_OPERATIONS(CALL)                        \
    TRY_OPERATIONS(CALL_BOOL)                    \
    TIMED_OPERATIONS(CALL_TIMED)                 \
    WAIT_OPERATIONS(CALL_WAIT)                   \
    ASK_OPERATIONS(CALL_BOOL)

#define ASK(op) count += PREFIX(op)(lock) ? 1u : 0u;
#define ASK_COUNT(op) count += PREFIX(op)(lock) > 1 ? 1u : 0u;
#define EVERY_QUESTION ASK_OPERATIONS(ASK) COUNT_OPERATIONS(ASK_COUNT)

void every_name_32(rsw32_t *lock, uint64_t deadline)
{
    rsw32_t word = 1;
    unsigned count = 0;

#define PREFIX(op) rsw32_##op
    EVERY_NAME
#undef PREFIX
#if HAVE_GENERIC_NAMES
#define PREFIX(op) rsw_##op
    EVERY_NAME
#undef PREFIX
#endif
    *lock = word + count;
}

void every_name_64(rsw64_t *lock, uint64_t deadline)
{
    rsw64_t word = 1;
    unsigned count = 0;

#define PREFIX(op) rsw64_##op
    EVERY_NAME
#undef PREFIX
#if HAVE_GENERIC_NAMES
#define PREFIX(op) rsw_##op
    EVERY_NAME
#undef PREFIX
#endif
    *lock = word + count;
}

unsigned every_question_32(const rsw32_t *lock)
{
    unsigned count = 0;

#define PREFIX(op) rsw32_##op
    EVERY_QUESTION
#undef PREFIX
#if HAVE_GENERIC_NAMES
#define PREFIX(op) rsw_##op
    EVERY_QUESTION
#undef PREFIX
#endif
    return count;
}

unsigned every_question_64(const rsw64_t *lock)
{
    unsigned count = 0;

#define PREFIX(op) rsw64_##op
    EVERY_QUESTION
#undef PREFIX
#if HAVE_GENERIC_NAMES
#define PREFIX(op) rsw_##op
    EVERY_QUESTION
#undef PREFIX
#endif
    return count;
}

/* Constants are integer constant expressions of the word's own type, usable in
 * the preprocessor too; the fields cover the word without overlapping. */
#if (RSW32_APP | RSW32_R_ANY | RSW32_S_ANY | RSW32_W_ANY) != 0xffffffff
#error "the fields do not cover a 32-bit word"
#endif
#if RSW32_APP + RSW32_R_ANY + RSW32_S_ANY + RSW32_W_ANY != 0xffffffff
#error "the fields of a 32-bit word overlap"
#endif
#if (RSW64_APP | RSW64_R_ANY | RSW64_S_ANY | RSW64_W_ANY) != 0xffffffffffffffff
#error "the fields do not cover a 64-bit word"
#endif
#if RSW64_APP + RSW64_R_ANY + RSW64_S_ANY + RSW64_W_ANY != 0xffffffffffffffff
#error "the fields of a 64-bit word overlap"
#endif

/* plock's numbers, so that its users and ours can share a lock. */
#if RSW32_R_ONE != 4 || RSW32_S_ONE != 0x10000 || RSW32_W_ONE != 0x40000 || \
    RSW32_R_ANY != 0xfffc || RSW32_S_ANY != 0x30000
#error "the 32-bit layout is not plock's"
#endif
#if RSW64_R_ONE != 4 || RSW64_S_ONE != 0x100000000 || RSW64_W_ONE != 0x400000000 || \
    RSW64_R_ANY != 0xfffffffc || RSW64_S_ANY != 0x300000000
#error "the 64-bit layout is not plock's"
#endif

unsigned every_constant(void)
{
    static const rsw32_t of_32[] = { RSW32_APP, RSW32_R_ONE, RSW32_R_ANY, RSW32_S_ONE,
                                     RSW32_S_ANY, RSW32_W_ONE, RSW32_W_ANY };
    static const rsw64_t of_64[] = { RSW64_APP, RSW64_R_ONE, RSW64_R_ANY, RSW64_S_ONE,
                                     RSW64_S_ANY, RSW64_W_ONE, RSW64_W_ANY };
    const char *version = rsw_version();
    unsigned abi = rsw_abi_version();

    rsw_cpu_relax();
    return static_cast_(of_32[0]) + static_cast_(of_64[0]) + (abi == RSW_ABI_VERSION) +
           (version[0] == '0');
}
