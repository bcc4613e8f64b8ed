/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Names of the 32-bit lock for a body that is included once per width. It has
 * no guard: it replaces what the other width defined. With GENERIC_NAMES the
 * operations go by the names that suit either width.
 */
#undef WORD
#undef OP
#undef FIELD
#undef NAME

#define WORD rsw32_t
#ifdef GENERIC_NAMES
#define OP(operation) rsw_##operation
#else
#define OP(operation) rsw32_##operation
#endif
#define FIELD(field) RSW32_##field
#define NAME(name) name##_32

#include "words.h"
