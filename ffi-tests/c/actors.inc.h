/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Body of actors.c for one width: one function a letter of the mix. */

/* Gets in by one of the ways there are: take, try, until. */
#define GET_IN(kind, actor, lock)                                    \
    (pick(actor, 4) ? (OP(take_##kind)(lock), true) : OP(try_##kind)(lock))

static bool NAME(in_time)(struct actor *actor, int (*take)(WORD *, uint64_t), WORD *lock)
{
    int result = take(lock, now_ns() + pick(actor, 40000));
    CHECK(result == 0 || result == ETIMEDOUT);
    actor->timeouts += result != 0;
    return result == 0;
}

#define GET_IN_TIMED(kind, actor, lock)                              \
    (pick(actor, 3) ? GET_IN(kind, actor, lock)                      \
                    : NAME(in_time)(actor, OP(take_##kind##_until), lock))

static void NAME(drop_reader)(struct actor *actor, WORD *lock)
{
    leave(actor->room, R);
    OP(drop_r)(lock);
}

static void NAME(reader)(struct actor *actor, WORD *lock)
{
    if (!GET_IN_TIMED(r, actor, lock))
        return;
    enter(actor, R);
    NAME(drop_reader)(actor, lock);
}

/* W to R or S or out. The next state is counted first: nobody can be there. */
static void NAME(writer_leaves)(struct actor *actor, WORD *lock)
{
    struct room *room = actor->room;

    switch (pick(actor, 3)) {
    case 0:
        leave(room, W);
        OP(drop_w)(lock);
        break;
    case 1:
        leave(room, W);
        OP(wtor)(lock);
        enter(actor, R);
        NAME(drop_reader)(actor, lock);
        break;
    default:
        leave(room, W);
        OP(wtos)(lock);
        enter(actor, S);
        leave(room, S);
        OP(drop_s)(lock);
    }
}

static void NAME(writer)(struct actor *actor, WORD *lock)
{
    if (!GET_IN_TIMED(w, actor, lock))
        return;
    enter(actor, W);
    NAME(writer_leaves)(actor, lock);
}

static void NAME(seeker_goes_on)(struct actor *actor, WORD *lock)
{
    enter(actor, S);
    leave(actor->room, S);
    switch (pick(actor, 3)) {
    case 0:
        OP(drop_s)(lock);
        break;
    case 1:
        OP(stor)(lock);
        enter(actor, R);
        NAME(drop_reader)(actor, lock);
        break;
    default:
        OP(stow)(lock);
        enter(actor, W);
        NAME(writer_leaves)(actor, lock);
    }
}

static void NAME(seeker)(struct actor *actor, WORD *lock)
{
    if (GET_IN_TIMED(s, actor, lock))
        NAME(seeker_goes_on)(actor, lock);
}

static void NAME(atomic)(struct actor *actor, WORD *lock)
{
    if (!GET_IN(a, actor, lock))
        return;
    enter(actor, A);
    leave(actor->room, A);
    OP(drop_a)(lock);
}

static void NAME(atomic_becomes_reader)(struct actor *actor, WORD *lock)
{
    if (!GET_IN(a, actor, lock))
        return;
    enter(actor, A);
    leave(actor->room, A);
    OP(ator)(lock);
    enter(actor, R);
    NAME(drop_reader)(actor, lock);
}

static void NAME(atomic_becomes_joined)(struct actor *actor, WORD *lock)
{
    if (!GET_IN(a, actor, lock))
        return;
    enter(actor, A);
    leave(actor->room, A);
    OP(atoj)(lock);
    enter(actor, K);
    leave(actor->room, K);
    OP(drop_j)(lock);
}

static void NAME(exclusive_joined)(struct actor *actor, WORD *lock)
{
    if (!GET_IN(j, actor, lock))
        return;
    enter(actor, X);
    leave(actor->room, X);
    OP(drop_j)(lock);
}

/* A reader that tries to become more, and goes if it cannot. */
static void NAME(reader_upgrades)(struct actor *actor, WORD *lock)
{
    OP(take_r)(lock);
    enter(actor, R);
    leave(actor->room, R);
    switch (pick(actor, 3)) {
    case 0:
        if (OP(try_rtos)(lock))
            NAME(seeker_goes_on)(actor, lock);
        else
            OP(drop_r)(lock);
        break;
    case 1:
        if (OP(try_rtow)(lock)) {
            enter(actor, W);
            NAME(writer_leaves)(actor, lock);
        } else {
            OP(drop_r)(lock);
        }
        break;
    default:
        if (OP(try_rtoa)(lock)) {
            enter(actor, A);
            leave(actor->room, A);
            OP(drop_a)(lock);
        } else {
            OP(drop_r)(lock);
        }
    }
}

static void NAME(reader_joins)(struct actor *actor, WORD *lock)
{
    OP(take_r)(lock);
    enter(actor, R);
    leave(actor->room, R);
    OP(rtoj)(lock);
    enter(actor, J);
    leave(actor->room, J);
    OP(drop_j)(lock);
}

static void NAME(reader_claims)(struct actor *actor, WORD *lock)
{
    OP(take_r)(lock);
    enter(actor, R);
    leave(actor->room, R);
    if (pick(actor, 2)) {
        OP(rtoj)(lock);
        enter(actor, J);
        leave(actor->room, J);
        OP(jtoc)(lock);
    } else {
        OP(rtoc)(lock);
    }
    enter(actor, C);
    leave(actor->room, C);
    if (pick(actor, 2)) {
        OP(drop_c)(lock);
    } else {
        OP(ctoa)(lock);
        enter(actor, A);
        leave(actor->room, A);
        OP(drop_a)(lock);
    }
}

static void *NAME(act)(void *argument)
{
    struct actor *actor = argument;
    WORD *lock = &actor->room->LOCK;
    const unsigned letters = (unsigned)strlen(actor->mix);

    while (!flag_is_up(&actor->room->stop)) {
        switch (actor->mix[pick(actor, letters)]) {
        case 'r': NAME(reader)(actor, lock); break;
        case 's': NAME(seeker)(actor, lock); break;
        case 'w': NAME(writer)(actor, lock); break;
        case 'u': NAME(reader_upgrades)(actor, lock); break;
        case 'a': NAME(atomic)(actor, lock); break;
        case 'b': NAME(atomic_becomes_reader)(actor, lock); break;
        case 'k': NAME(atomic_becomes_joined)(actor, lock); break;
        case 'j': NAME(exclusive_joined)(actor, lock); break;
        case 'p': NAME(reader_joins)(actor, lock); break;
        case 'c': NAME(reader_claims)(actor, lock); break;
        default: CHECK(!"a letter of the mix");
        }
    }
    return NULL;
}

#undef GET_IN
#undef GET_IN_TIMED
