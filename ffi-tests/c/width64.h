/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Names of the 64-bit lock for a body that is included once per width. It has
 * no guard: it replaces what the other width defined. With GENERIC_NAMES the
 * operations go by the names that suit either width.
 */
#undef WORD
#undef OP
#undef FIELD
#undef NAME

#define WORD rsw64_t
#ifdef GENERIC_NAMES
#define OP(operation) rsw_##operation
#else
#define OP(operation) rsw64_##operation
#endif
#define FIELD(field) RSW64_##field
#define NAME(name) name##_64

#include "words.h"
