/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/**
 * @file
 * The operations as plain calls, for RSWLOCK_NO_INLINE.
 *
 * Generated from src/ffi by cbindgen; not to be edited.
 */

#ifndef RSWLOCK_CALLS_H
#define RSWLOCK_CALLS_H

#include <stdint.h>

#ifndef __cplusplus
#include <stdbool.h>
#endif

struct timespec;

#include "rswlock/abi.h"

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

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Takes R if no writer is inside or waiting; true if it did.
 */
bool rsw32_try_r(rsw32_t *lock);

/**
 * Takes R if no writer is inside or waiting; true if it did.
 */
bool rsw64_try_r(rsw64_t *lock);

/**
 * Takes R; waits for writers.
 */
void rsw32_take_r(rsw32_t *lock);

/**
 * Takes R; waits for writers.
 */
void rsw64_take_r(rsw64_t *lock);

/**
 * Takes R by CLOCK_MONOTONIC time deadline (ns): 0, or ETIMEDOUT. A lock
 * that can be taken at once is taken even if the deadline has passed.
 */
int rsw32_take_r_until(rsw32_t *lock, uint64_t deadline);

/**
 * Takes R by CLOCK_MONOTONIC time deadline (ns): 0, or ETIMEDOUT. A lock
 * that can be taken at once is taken even if the deadline has passed.
 */
int rsw64_take_r_until(rsw64_t *lock, uint64_t deadline);

/**
 * Gives R back.
 */
void rsw32_drop_r(rsw32_t *lock);

/**
 * Gives R back.
 */
void rsw64_drop_r(rsw64_t *lock);

/**
 * Takes S if no seeker and no writer is inside or waiting; true if it did.
 */
bool rsw32_try_s(rsw32_t *lock);

/**
 * Takes S if no seeker and no writer is inside or waiting; true if it did.
 */
bool rsw64_try_s(rsw64_t *lock);

/**
 * Takes S; waits for the seeker and for writers.
 */
void rsw32_take_s(rsw32_t *lock);

/**
 * Takes S; waits for the seeker and for writers.
 */
void rsw64_take_s(rsw64_t *lock);

/**
 * Takes S by CLOCK_MONOTONIC time deadline (ns): 0, or ETIMEDOUT.
 */
int rsw32_take_s_until(rsw32_t *lock, uint64_t deadline);

/**
 * Takes S by CLOCK_MONOTONIC time deadline (ns): 0, or ETIMEDOUT.
 */
int rsw64_take_s_until(rsw64_t *lock, uint64_t deadline);

/**
 * Gives S back.
 */
void rsw32_drop_s(rsw32_t *lock);

/**
 * Gives S back.
 */
void rsw64_drop_s(rsw64_t *lock);

/**
 * Takes W if nobody is inside or waiting; true if it did. Never waits.
 */
bool rsw32_try_w(rsw32_t *lock);

/**
 * Takes W if nobody is inside or waiting; true if it did. Never waits.
 */
bool rsw64_try_w(rsw64_t *lock);

/**
 * The same as try_w, under plock's name for it.
 */
bool rsw32_try_w_nowait(rsw32_t *lock);

/**
 * The same as try_w, under plock's name for it.
 */
bool rsw64_try_w_nowait(rsw64_t *lock);

/**
 * Takes W; waits for all inside, and keeps newcomers out meanwhile.
 */
void rsw32_take_w(rsw32_t *lock);

/**
 * Takes W; waits for all inside, and keeps newcomers out meanwhile.
 */
void rsw64_take_w(rsw64_t *lock);

/**
 * Takes W by CLOCK_MONOTONIC time deadline (ns): 0, or ETIMEDOUT and the
 * word is as if it had never been asked for.
 */
int rsw32_take_w_until(rsw32_t *lock, uint64_t deadline);

/**
 * Takes W by CLOCK_MONOTONIC time deadline (ns): 0, or ETIMEDOUT and the
 * word is as if it had never been asked for.
 */
int rsw64_take_w_until(rsw64_t *lock, uint64_t deadline);

/**
 * Gives W back.
 */
void rsw32_drop_w(rsw32_t *lock);

/**
 * Gives W back.
 */
void rsw64_drop_w(rsw64_t *lock);

/**
 * Takes A if only A are inside; true if it did.
 */
bool rsw32_try_a(rsw32_t *lock);

/**
 * Takes A if only A are inside; true if it did.
 */
bool rsw64_try_a(rsw64_t *lock);

/**
 * Takes A; waits for all but A. Readers inside are waited for with a claim
 * that keeps new ones out.
 */
void rsw32_take_a(rsw32_t *lock);

/**
 * Takes A; waits for all but A. Readers inside are waited for with a claim
 * that keeps new ones out.
 */
void rsw64_take_a(rsw64_t *lock);

/**
 * Gives A back.
 */
void rsw32_drop_a(rsw32_t *lock);

/**
 * Gives A back.
 */
void rsw64_drop_a(rsw64_t *lock);

/**
 * Takes J alone if nobody is inside or waiting; true if it did.
 */
bool rsw32_try_j(rsw32_t *lock);

/**
 * Takes J alone if nobody is inside or waiting; true if it did.
 */
bool rsw64_try_j(rsw64_t *lock);

/**
 * Takes J alone; waits for all inside.
 */
void rsw32_take_j(rsw32_t *lock);

/**
 * Takes J alone; waits for all inside.
 */
void rsw64_take_j(rsw64_t *lock);

/**
 * Gives J back.
 */
void rsw32_drop_j(rsw32_t *lock);

/**
 * Gives J back.
 */
void rsw64_drop_j(rsw64_t *lock);

/**
 * S to W; waits for the readers inside. Always ends.
 */
void rsw32_stow(rsw32_t *lock);

/**
 * S to W; waits for the readers inside. Always ends.
 */
void rsw64_stow(rsw64_t *lock);

/**
 * W to S: readers may come in.
 */
void rsw32_wtos(rsw32_t *lock);

/**
 * W to S: readers may come in.
 */
void rsw64_wtos(rsw64_t *lock);

/**
 * W to R: readers and a seeker may come in.
 */
void rsw32_wtor(rsw32_t *lock);

/**
 * W to R: readers and a seeker may come in.
 */
void rsw64_wtor(rsw64_t *lock);

/**
 * S to R: another seeker may come in.
 */
void rsw32_stor(rsw32_t *lock);

/**
 * S to R: another seeker may come in.
 */
void rsw64_stor(rsw64_t *lock);

/**
 * R to S if there is no seeker and no writer; true if it did. After a
 * failure R is still held: drop it before waiting for anything.
 */
bool rsw32_try_rtos(rsw32_t *lock);

/**
 * R to S if there is no seeker and no writer; true if it did. After a
 * failure R is still held: drop it before waiting for anything.
 */
bool rsw64_try_rtos(rsw64_t *lock);

/**
 * R to W if nobody else is inside; true if it did. After a failure R is
 * still held: drop it before waiting for anything. Never waits.
 */
bool rsw32_try_rtow(rsw32_t *lock);

/**
 * R to W if nobody else is inside; true if it did. After a failure R is
 * still held: drop it before waiting for anything. Never waits.
 */
bool rsw64_try_rtow(rsw64_t *lock);

/**
 * A to R; waits until the other A and J are gone or did the same.
 */
void rsw32_ator(rsw32_t *lock);

/**
 * A to R; waits until the other A and J are gone or did the same.
 */
void rsw64_ator(rsw64_t *lock);

/**
 * R to A if no other reader, seeker or writer is inside; true if it did.
 * After a failure R is still held: drop it before waiting. Never waits.
 */
bool rsw32_try_rtoa(rsw32_t *lock);

/**
 * R to A if no other reader, seeker or writer is inside; true if it did.
 * After a failure R is still held: drop it before waiting. Never waits.
 */
bool rsw64_try_rtoa(rsw64_t *lock);

/**
 * A to J: gives up writing until the claim begins; other A may still be
 * inside until then.
 */
void rsw32_atoj(rsw32_t *lock);

/**
 * A to J: gives up writing until the claim begins; other A may still be
 * inside until then.
 */
void rsw64_atoj(rsw64_t *lock);

/**
 * R to J; waits until all other readers have left or joined. Not for locks
 * that are also taken for S or W: a seeker's upgrade and a join would wait
 * for each other.
 */
void rsw32_rtoj(rsw32_t *lock);

/**
 * R to J; waits until all other readers have left or joined. Not for locks
 * that are also taken for S or W: a seeker's upgrade and a join would wait
 * for each other.
 */
void rsw64_rtoj(rsw64_t *lock);

/**
 * J to C: gives the signal to start, unless it was given.
 */
void rsw32_jtoc(rsw32_t *lock);

/**
 * J to C: gives the signal to start, unless it was given.
 */
void rsw64_jtoc(rsw64_t *lock);

/**
 * R to C in one step: rtoj and jtoc.
 */
void rsw32_rtoc(rsw32_t *lock);

/**
 * R to C in one step: rtoj and jtoc.
 */
void rsw64_rtoc(rsw64_t *lock);

/**
 * C to A; waits until nobody claims any more.
 */
void rsw32_ctoa(rsw32_t *lock);

/**
 * C to A; waits until nobody claims any more.
 */
void rsw64_ctoa(rsw64_t *lock);

/**
 * Gives C back.
 */
void rsw32_drop_c(rsw32_t *lock);

/**
 * Gives C back.
 */
void rsw64_drop_c(rsw64_t *lock);

/**
 * For a holder of A, J or C: true if nobody else holds or awaits one.
 */
bool rsw32_last_writer(const rsw32_t *lock);

/**
 * For a holder of A, J or C: true if nobody else holds or awaits one.
 */
bool rsw64_last_writer(const rsw64_t *lock);

/**
 * Waits until all bits of value are zero in the word, which it returns.
 */
rsw32_t rsw32_wait_unlock(rsw32_t *lock, rsw32_t value);

/**
 * Waits until all bits of value are zero in the word, which it returns.
 */
rsw64_t rsw64_wait_unlock(rsw64_t *lock, rsw64_t value);

/**
 * Waits until the word is not value; returns what it is then.
 */
rsw32_t rsw32_wait_new(rsw32_t *lock, rsw32_t value);

/**
 * Waits until the word is not value; returns what it is then.
 */
rsw64_t rsw64_wait_new(rsw64_t *lock, rsw64_t value);

/**
 * Number of plain readers inside: a snapshot. While a writer waits it may
 * be one too low.
 */
rsw32_t rsw32_readers(const rsw32_t *lock);

/**
 * Number of plain readers inside: a snapshot. While a writer waits it may
 * be one too low.
 */
rsw64_t rsw64_readers(const rsw64_t *lock);

/**
 * Whether a seeker is inside: a snapshot.
 */
bool rsw32_seeker(const rsw32_t *lock);

/**
 * Whether a seeker is inside: a snapshot.
 */
bool rsw64_seeker(const rsw64_t *lock);

/**
 * Whether new readers are kept out, because W, A, J or C is held or
 * awaited: a snapshot.
 */
bool rsw32_writer(const rsw32_t *lock);

/**
 * Whether new readers are kept out, because W, A, J or C is held or
 * awaited: a snapshot.
 */
bool rsw64_writer(const rsw64_t *lock);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* RSWLOCK_CALLS_H */
