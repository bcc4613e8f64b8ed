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

struct timespec;

/**
 * For rswlock_init: readers and writers take turns; a reader lets a waiting
 * writer go first for a bounded time, so a thread may take R again while it
 * holds it. The default.
 */
#define RSWLOCK_PREFER_READERS 0

/**
 * For rswlock_init: a writer passes the lock on to writers first. Readers
 * starve as long as writers come without a gap.
 */
#define RSWLOCK_PREFER_WRITERS 1

/**
 * For rswlock_init: as RSWLOCK_PREFER_WRITERS, and new readers wait as long as
 * a writer waits. A thread that takes R again while it holds it may wait for
 * itself.
 */
#define RSWLOCK_PREFER_WRITERS_NONRECURSIVE 2

/**
 * For rswlock_init: readers wait for the writers that wait, and writers for
 * the readers that wait; nobody waits for more than one turn of the others. R
 * cannot be taken again by a thread that holds it.
 */
#define RSWLOCK_FAIR 3

/**
 * For rswlock_init, to be added to one of the above: the lock lies in memory
 * that several processes see, at the same address or not.
 */
#define RSWLOCK_PROCESS_SHARED 256

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
 * A lock that spins when that is best and sleeps when that is best. Start it
 * with RSWLOCK_INIT, with zero bytes, or by rswlock_init; all fields are the
 * library's.
 */
typedef struct rswlock_t {
  /**
   * The library's.
   */
  uint64_t state_[6];
  /**
   * The library's; one of RSWLOCK_PREFER_* in a static initialiser.
   */
  uint32_t preference_;
  /**
   * The library's.
   */
  uint32_t unused_;
} rswlock_t;

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
 * Makes a free lock of the bytes at lock, whatever they were. attributes is 0,
 * or one of RSWLOCK_PREFER_* or RSWLOCK_FAIR, with or without
 * RSWLOCK_PROCESS_SHARED. 0; or EINVAL for anything else, and nothing is done.
 */
int rswlock_init(struct rswlock_t *lock, unsigned int attributes);

/**
 * Ends a lock: 0; or EBUSY if somebody is inside or waits, and nothing is
 * done. Its memory may also just be freed.
 */
int rswlock_destroy(struct rswlock_t *lock);

/**
 * Takes R if that is possible at once: 0, or EBUSY; EAGAIN if 2^28 - 1
 * readers are inside. Fails only if a writer is inside, or, with the two
 * preferences that make readers wait for writers, if one waits.
 */
int rswlock_try_r(struct rswlock_t *lock);

/**
 * Takes R; waits for writers. 0; EDEADLK if the caller holds W; EAGAIN as
 * rswlock_try_r.
 */
int rswlock_take_r(struct rswlock_t *lock);

/**
 * Takes R, or gives up when clock, CLOCK_REALTIME or CLOCK_MONOTONIC, reads
 * abstime: ETIMEDOUT. EINVAL for another clock or a malformed time, even
 * if the lock is free; else as rswlock_take_r. A lock that can be taken at
 * once is taken even if abstime has passed.
 */
int rswlock_take_r_until(struct rswlock_t *lock, int clock, const struct timespec *abstime);

/**
 * Gives R back: 0, or EPERM if no reader is inside. Any thread may do it.
 */
int rswlock_drop_r(struct rswlock_t *lock);

/**
 * Takes S if neither a seeker nor a writer is inside: 0, or EBUSY.
 */
int rswlock_try_s(struct rswlock_t *lock);

/**
 * Takes S; waits for the seeker and for writers. 0, or EDEADLK if the
 * caller holds W.
 */
int rswlock_take_s(struct rswlock_t *lock);

/**
 * Takes S by abstime on clock, as rswlock_take_r_until.
 */
int rswlock_take_s_until(struct rswlock_t *lock, int clock, const struct timespec *abstime);

/**
 * Gives S back: 0, or EPERM if no seeker is inside.
 */
int rswlock_drop_s(struct rswlock_t *lock);

/**
 * Takes W if nobody is inside: 0, or EBUSY.
 */
int rswlock_try_w(struct rswlock_t *lock);

/**
 * Takes W; waits for everybody inside. 0, or EDEADLK if the caller holds W.
 */
int rswlock_take_w(struct rswlock_t *lock);

/**
 * Takes W by abstime on clock, as rswlock_take_r_until.
 */
int rswlock_take_w_until(struct rswlock_t *lock, int clock, const struct timespec *abstime);

/**
 * Gives W back: 0, or EPERM if no writer is inside.
 */
int rswlock_drop_w(struct rswlock_t *lock);

/**
 * S to W; waits for the readers inside and keeps new ones out. 0, or EPERM
 * if no seeker is inside.
 */
int rswlock_stow(struct rswlock_t *lock);

/**
 * W to S: readers may come in. 0, or EPERM if no writer is inside.
 */
int rswlock_wtos(struct rswlock_t *lock);

/**
 * W to R: readers and a seeker may come in. 0, or EPERM as rswlock_wtos.
 */
int rswlock_wtor(struct rswlock_t *lock);

/**
 * S to R: another seeker may come in. 0; EPERM if no seeker is inside;
 * EAGAIN, and S is still held, if 2^28 - 1 readers are.
 */
int rswlock_stor(struct rswlock_t *lock);

/**
 * R to S: 0, or EBUSY if there is a seeker and R is still held: give it
 * back before waiting for anything. EPERM if no reader is inside.
 */
int rswlock_try_rtos(struct rswlock_t *lock);

/**
 * R to W: 0, or EBUSY if somebody else is inside and R is still held: give
 * it back before waiting for anything. EPERM if no reader is inside.
 */
int rswlock_try_rtow(struct rswlock_t *lock);

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
