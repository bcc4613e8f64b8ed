/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The actors of exclusion.c. Compiled twice into one program: with ACTORS_CALL
 * 0 for inlined fast paths, with 1 for calls of the library, so that both work
 * on the same lock.
 */
#undef RSWLOCK_NO_INLINE
#if ACTORS_CALL
#define RSWLOCK_NO_INLINE
#define RUN(width) call_##width
#else
#define RUN(width) inline_##width
#endif

#include "room.h"

static unsigned pick(struct actor *actor, unsigned choices)
{
    /* xorshift64: quick, and needs no lock of its own. */
    actor->seed ^= actor->seed << 13;
    actor->seed ^= actor->seed >> 7;
    actor->seed ^= actor->seed << 17;
    return (unsigned)(actor->seed >> 33) % choices;
}

#include "width32.h"
#define LOCK lock32
#include "actors.inc.h"
#undef LOCK
#include "width64.h"
#define LOCK lock64
#include "actors.inc.h"

void *RUN(32)(void *actor)
{
    return act_32(actor);
}

void *RUN(64)(void *actor)
{
    return act_64(actor);
}
