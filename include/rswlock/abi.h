/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/**
 * @file
 * Types, constants, and what inline.h calls when it has to wait.
 *
 * Generated from src/ffi by cbindgen; not to be edited.
 */

#ifndef RSWLOCK_ABI_H
#define RSWLOCK_ABI_H

#include <stdint.h>

#ifndef __cplusplus
#include <stdbool.h>
#endif

/**
 * Number of the binary interface, as in the soname `librswlock.so.0`.
 */
#define RSW_ABI_VERSION 0

/**
 * The version that the program is compiled for: major.minor.patch.
 */
#define RSW_VERSION_MAJOR 0

/**
 * See RSW_VERSION_MAJOR.
 */
#define RSW_VERSION_MINOR 1

/**
 * See RSW_VERSION_MAJOR.
 */
#define RSW_VERSION_PATCH 0

/**
 * A 32-bit lock word. 0 is a free lock; the two low bits belong to the program.
 */
typedef uint32_t rsw32_t;

/**
 * A 64-bit lock word. 0 is a free lock; the two low bits belong to the program.
 */
typedef uint64_t rsw64_t;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The waiting halves of the inline operations; not for programs.
 */
void rsw32_take_r_slow(rsw32_t *lock);

/**
 * The waiting halves of the inline operations; not for programs.
 */
void rsw64_take_r_slow(rsw64_t *lock);

void rsw32_take_s_slow(rsw32_t *lock);

void rsw64_take_s_slow(rsw64_t *lock);

void rsw32_take_w_slow(rsw32_t *lock);

void rsw64_take_w_slow(rsw64_t *lock);

int rsw32_take_r_until_slow(rsw32_t *lock, uint64_t deadline);

int rsw64_take_r_until_slow(rsw64_t *lock, uint64_t deadline);

int rsw32_take_s_until_slow(rsw32_t *lock, uint64_t deadline);

int rsw64_take_s_until_slow(rsw64_t *lock, uint64_t deadline);

int rsw32_take_w_until_slow(rsw32_t *lock, uint64_t deadline);

int rsw64_take_w_until_slow(rsw64_t *lock, uint64_t deadline);

void rsw32_take_a_slow(rsw32_t *lock);

void rsw64_take_a_slow(rsw64_t *lock);

void rsw32_take_j_slow(rsw32_t *lock);

void rsw64_take_j_slow(rsw64_t *lock);

void rsw32_stow_slow(rsw32_t *lock);

void rsw64_stow_slow(rsw64_t *lock);

void rsw32_ator_slow(rsw32_t *lock);

void rsw64_ator_slow(rsw64_t *lock);

void rsw32_rtoj_slow(rsw32_t *lock);

void rsw64_rtoj_slow(rsw64_t *lock);

void rsw32_jtoc_slow(rsw32_t *lock);

void rsw64_jtoc_slow(rsw64_t *lock);

void rsw32_rtoc_slow(rsw32_t *lock);

void rsw64_rtoc_slow(rsw64_t *lock);

void rsw32_ctoa_slow(rsw32_t *lock);

void rsw64_ctoa_slow(rsw64_t *lock);

rsw32_t rsw32_wait_unlock_slow(rsw32_t *lock, rsw32_t value);

rsw64_t rsw64_wait_unlock_slow(rsw64_t *lock, rsw64_t value);

rsw32_t rsw32_wait_new_slow(rsw32_t *lock, rsw32_t value);

rsw64_t rsw64_wait_new_slow(rsw64_t *lock, rsw64_t value);

/**
 * The version of the library that the program runs with, "0.1.0" for example.
 */
const char *rsw_version(void);

/**
 * The RSW_ABI_VERSION of the library that the program runs with.
 */
unsigned int rsw_abi_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* RSWLOCK_ABI_H */
