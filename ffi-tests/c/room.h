/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A lock and a room behind it in which everybody counts who else is there.
 *
 * Somebody is counted from after it was let in until before it starts to
 * leave, so two that the matrix keeps apart can never see each other, however
 * the threads are scheduled. The ledger has no atomics: its two halves differ
 * as soon as the lock, the processor or the compiler lets an access out of the
 * critical section.
 */
#ifndef FFI_TESTS_ROOM_H
#define FFI_TESTS_ROOM_H

#include <rswlock.h>

#include <sched.h>

#include "check.h"

enum state { R, S, W, A, J, C, X, K, STATES };
/* X is J taken for oneself; K is J that was an A, beside which A may stay. */

struct room {
    union {
        rsw32_t lock32;
        rsw64_t lock64;
    };
    int inside[STATES];
    int stop;
    struct {
        unsigned long left;
        char apart[256];
        unsigned long right;
    } ledger;
};

/* What a thread does over and over: letters of a mix, at random. */
struct actor {
    struct room *room;
    const char *mix;
    uint64_t seed;
    unsigned long entered[STATES];
    unsigned long timeouts;
};

/* The same actions from two translation units, see actors.c. */
void *inline_32(void *actor);
void *inline_64(void *actor);
void *call_32(void *actor);
void *call_64(void *actor);

static const unsigned char friends_of[STATES] = {
    [R] = 1 << R | 1 << S,
    [S] = 1 << R,
    [W] = 0,
    [A] = 1 << A | 1 << K,
    [J] = 1 << J | 1 << C | 1 << K,
    [C] = 1 << J | 1 << C | 1 << K,
    [X] = 0,
    [K] = 1 << A | 1 << J | 1 << C | 1 << K,
};

static inline void look_round(struct room *room, enum state self)
{
    for (int other = 0; other < STATES; other++) {
        int count = __atomic_load_n(&room->inside[other], __ATOMIC_SEQ_CST);
        if (other == (int)self)
            count--;
        if (count != 0 && !(friends_of[self] >> other & 1)) {
            fprintf(stderr, "%c meets %d of %c, word 0x%" PRIx64 "\n", "RSWAJCXK"[self], count,
                    "RSWAJCXK"[other], __atomic_load_n(&room->lock64, __ATOMIC_SEQ_CST));
            fflush(stderr);
            _exit(1);
        }
    }
}

static inline void leave(struct room *room, enum state self)
{
    __atomic_fetch_sub(&room->inside[self], 1, __ATOMIC_SEQ_CST);
}

static inline void enter(struct actor *actor, enum state self)
{
    struct room *room = actor->room;

    __atomic_fetch_add(&room->inside[self], 1, __ATOMIC_SEQ_CST);
    look_round(room, self);
    if (self == W || self == X) {
        CHECK(room->ledger.left == room->ledger.right);
        room->ledger.left++;
        room->ledger.right++;
    } else if (self == R || self == S) {
        CHECK(room->ledger.left == room->ledger.right);
    }
    actor->entered[self]++;
    /* Now and then stay while others run, on however few processors. */
    if ((actor->seed & 31) == 0)
        sched_yield();
    look_round(room, self);
}

#endif
