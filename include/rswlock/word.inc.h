/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/**
 * @file
 * The inline operations of one word width; inline.h includes it once for each.
 *
 *     RSW_WORD       the word's type
 *     RSW_FN(name)   the name of a function of this width
 *     RSW_BIT(name)  a constant of layout.h
 *
 * src/word/rsw.rs and src/word/atomic.rs explain the algorithm and the memory
 * orders; the two are kept alike. calls.h describes each operation.
 */

/** Bits of a field that are set only when it counts two or more. */
#define RSW_MANY(field) (RSW_BIT(field##_ANY) & ~RSW_BIT(field##_ONE))
/** The top bit of a field: where it is set, the slow path checks the limit. */
#define RSW_TOP(field) (RSW_BIT(field##_ANY) & ~(RSW_BIT(field##_ANY) >> 1))

/* One attempt to replace *seen by word; *seen is what was found instead. */
static inline bool RSW_FN(cas_)(RSW_WORD *lock, RSW_WORD *seen, RSW_WORD word,
				int order)
{
	return __atomic_compare_exchange_n(lock, seen, word, 0, order,
					   __ATOMIC_RELAXED);
}

/* The way in of take: for a free lock, then for one that is shared or carries
 * application bits. The first attempt does not look before it leaps, so that
 * the line is fetched once, for writing. */
static inline bool RSW_FN(enter_fast_)(RSW_WORD *lock, RSW_WORD add,
				       RSW_WORD blocked)
{
	RSW_WORD seen = 0;

	if (__builtin_expect(
		    RSW_FN(cas_)(lock, &seen, add, __ATOMIC_ACQUIRE), 1))
		return true;
	return !(seen & blocked) &&
	       RSW_FN(cas_)(lock, &seen, seen + add, __ATOMIC_ACQUIRE);
}

/* The way in of try: until it is decided. No bit of blocked may be set and
 * the field counted, if any, must not be full. */
static inline bool RSW_FN(enter_now_)(RSW_WORD *lock, RSW_WORD add,
				      RSW_WORD blocked, RSW_WORD counted,
				      int order)
{
	RSW_WORD seen = __atomic_load_n(lock, __ATOMIC_RELAXED);

	while (!(seen & blocked) && (!counted || (seen & counted) != counted))
		if (RSW_FN(cas_)(lock, &seen, seen + add, order))
			return true;
	return false;
}

/* Leaves R with the given units, and clears the start signal if nobody else is
 * in R. Returns the word as it is then. */
static inline RSW_WORD RSW_FN(shed_)(RSW_WORD *lock, RSW_WORD units, int order)
{
	RSW_WORD seen = __atomic_load_n(lock, __ATOMIC_RELAXED);
	RSW_WORD word;

	do {
		word = seen - units;
		if (!(seen & RSW_MANY(R)))
			word &= ~RSW_BIT(S_ANY);
	} while (!RSW_FN(cas_)(lock, &seen, word, order));
	return word;
}

/* ---- R ---- */

static inline bool RSW_FN(try_r)(RSW_WORD *lock)
{
	return RSW_FN(enter_now_)(lock, RSW_BIT(R_ONE), RSW_BIT(W_ANY),
				  RSW_BIT(R_ANY), __ATOMIC_ACQUIRE);
}

static inline bool RSW_FN(enter_r_)(RSW_WORD *lock)
{
	return RSW_FN(enter_fast_)(lock, RSW_BIT(R_ONE),
				   RSW_BIT(W_ANY) | RSW_TOP(R));
}

static inline void RSW_FN(take_r)(RSW_WORD *lock)
{
	if (!RSW_FN(enter_r_)(lock))
		RSW_FN(take_r_slow)(lock);
}

static inline int RSW_FN(take_r_until)(RSW_WORD *lock, uint64_t deadline)
{
	return RSW_FN(enter_r_)(lock) ? 0 :
					RSW_FN(take_r_until_slow)(lock, deadline);
}

static inline void RSW_FN(drop_r)(RSW_WORD *lock)
{
	__atomic_fetch_sub(lock, RSW_BIT(R_ONE), __ATOMIC_RELEASE);
}

/* ---- S ---- */

static inline bool RSW_FN(try_s)(RSW_WORD *lock)
{
	return RSW_FN(enter_now_)(lock, RSW_BIT(S_ONE) + RSW_BIT(R_ONE),
				  RSW_BIT(W_ANY) | RSW_BIT(S_ANY),
				  RSW_BIT(R_ANY), __ATOMIC_ACQUIRE);
}

static inline bool RSW_FN(enter_s_)(RSW_WORD *lock)
{
	return RSW_FN(enter_fast_)(lock, RSW_BIT(S_ONE) + RSW_BIT(R_ONE),
				   RSW_BIT(W_ANY) | RSW_BIT(S_ANY) | RSW_TOP(R));
}

static inline void RSW_FN(take_s)(RSW_WORD *lock)
{
	if (!RSW_FN(enter_s_)(lock))
		RSW_FN(take_s_slow)(lock);
}

static inline int RSW_FN(take_s_until)(RSW_WORD *lock, uint64_t deadline)
{
	return RSW_FN(enter_s_)(lock) ? 0 :
					RSW_FN(take_s_until_slow)(lock, deadline);
}

static inline void RSW_FN(drop_s)(RSW_WORD *lock)
{
	__atomic_fetch_sub(lock, RSW_BIT(S_ONE) + RSW_BIT(R_ONE),
			   __ATOMIC_RELEASE);
}

/* ---- W ---- */

static inline bool RSW_FN(try_w)(RSW_WORD *lock)
{
	return RSW_FN(enter_now_)(
		lock, RSW_BIT(W_ONE) + RSW_BIT(S_ONE) + RSW_BIT(R_ONE),
		RSW_BIT(W_ANY) | RSW_BIT(S_ANY) | RSW_BIT(R_ANY), 0,
		__ATOMIC_ACQUIRE);
}

static inline bool RSW_FN(try_w_nowait)(RSW_WORD *lock)
{
	return RSW_FN(try_w)(lock);
}

static inline bool RSW_FN(enter_w_)(RSW_WORD *lock)
{
	return RSW_FN(enter_fast_)(
		lock, RSW_BIT(W_ONE) + RSW_BIT(S_ONE) + RSW_BIT(R_ONE),
		RSW_BIT(W_ANY) | RSW_BIT(S_ANY) | RSW_BIT(R_ANY));
}

static inline void RSW_FN(take_w)(RSW_WORD *lock)
{
	if (!RSW_FN(enter_w_)(lock))
		RSW_FN(take_w_slow)(lock);
}

static inline int RSW_FN(take_w_until)(RSW_WORD *lock, uint64_t deadline)
{
	return RSW_FN(enter_w_)(lock) ? 0 :
					RSW_FN(take_w_until_slow)(lock, deadline);
}

static inline void RSW_FN(drop_w)(RSW_WORD *lock)
{
	__atomic_fetch_sub(
		lock, RSW_BIT(W_ONE) + RSW_BIT(S_ONE) + RSW_BIT(R_ONE),
		__ATOMIC_RELEASE);
}

/* ---- from one of R, S and W to another ---- */

static inline void RSW_FN(stow)(RSW_WORD *lock)
{
	if (__atomic_fetch_add(lock, RSW_BIT(W_ONE), __ATOMIC_ACQUIRE) &
	    RSW_MANY(R))
		RSW_FN(stow_slow)(lock);
}

static inline void RSW_FN(wtos)(RSW_WORD *lock)
{
	__atomic_fetch_sub(lock, RSW_BIT(W_ONE), __ATOMIC_RELEASE);
}

static inline void RSW_FN(wtor)(RSW_WORD *lock)
{
	__atomic_fetch_sub(lock, RSW_BIT(W_ONE) + RSW_BIT(S_ONE),
			   __ATOMIC_RELEASE);
}

static inline void RSW_FN(stor)(RSW_WORD *lock)
{
	__atomic_fetch_sub(lock, RSW_BIT(S_ONE), __ATOMIC_RELEASE);
}

static inline bool RSW_FN(try_rtos)(RSW_WORD *lock)
{
	return RSW_FN(enter_now_)(lock, RSW_BIT(S_ONE),
				  RSW_BIT(W_ANY) | RSW_BIT(S_ANY), 0,
				  __ATOMIC_ACQUIRE);
}

static inline bool RSW_FN(try_rtow)(RSW_WORD *lock)
{
	return RSW_FN(enter_now_)(lock, RSW_BIT(W_ONE) + RSW_BIT(S_ONE),
				  RSW_BIT(W_ANY) | RSW_BIT(S_ANY) | RSW_MANY(R),
				  0, __ATOMIC_ACQUIRE);
}

/* ---- A ---- */

static inline bool RSW_FN(try_a)(RSW_WORD *lock)
{
	return RSW_FN(enter_now_)(lock, RSW_BIT(W_ONE),
				  RSW_BIT(S_ANY) | RSW_BIT(R_ANY),
				  RSW_BIT(W_ANY), __ATOMIC_ACQUIRE);
}

static inline void RSW_FN(take_a)(RSW_WORD *lock)
{
	if (!RSW_FN(enter_fast_)(lock, RSW_BIT(W_ONE),
				 RSW_BIT(S_ANY) | RSW_BIT(R_ANY) | RSW_TOP(W)))
		RSW_FN(take_a_slow)(lock);
}

static inline void RSW_FN(drop_a)(RSW_WORD *lock)
{
	__atomic_fetch_sub(lock, RSW_BIT(W_ONE), __ATOMIC_RELEASE);
}

static inline void RSW_FN(ator)(RSW_WORD *lock)
{
	if (__atomic_fetch_add(lock, RSW_BIT(R_ONE) - RSW_BIT(W_ONE),
			       __ATOMIC_ACQ_REL) &
	    RSW_MANY(W))
		RSW_FN(ator_slow)(lock);
}

static inline bool RSW_FN(try_rtoa)(RSW_WORD *lock)
{
	return RSW_FN(enter_now_)(lock, RSW_BIT(W_ONE) - RSW_BIT(R_ONE),
				  RSW_BIT(S_ANY) | RSW_MANY(R), RSW_BIT(W_ANY),
				  __ATOMIC_ACQ_REL);
}

static inline void RSW_FN(atoj)(RSW_WORD *lock)
{
	__atomic_fetch_add(lock, RSW_BIT(R_ONE), __ATOMIC_RELEASE);
}

/* ---- J and C ---- */

static inline bool RSW_FN(try_j)(RSW_WORD *lock)
{
	return RSW_FN(enter_now_)(
		lock, RSW_BIT(W_ONE) + RSW_BIT(R_ONE),
		RSW_BIT(W_ANY) | RSW_BIT(S_ANY) | RSW_BIT(R_ANY), 0,
		__ATOMIC_ACQUIRE);
}

static inline void RSW_FN(take_j)(RSW_WORD *lock)
{
	if (!RSW_FN(enter_fast_)(
		    lock, RSW_BIT(W_ONE) + RSW_BIT(R_ONE),
		    RSW_BIT(W_ANY) | RSW_BIT(S_ANY) | RSW_BIT(R_ANY)))
		RSW_FN(take_j_slow)(lock);
}

static inline void RSW_FN(drop_j)(RSW_WORD *lock)
{
	RSW_FN(shed_)(lock, RSW_BIT(W_ONE) + RSW_BIT(R_ONE), __ATOMIC_RELEASE);
}

static inline void RSW_FN(rtoj)(RSW_WORD *lock)
{
	RSW_WORD seen = RSW_BIT(R_ONE);

	if (!RSW_FN(cas_)(lock, &seen, seen + RSW_BIT(W_ONE), __ATOMIC_ACQ_REL))
		RSW_FN(rtoj_slow)(lock);
}

static inline void RSW_FN(jtoc)(RSW_WORD *lock)
{
	RSW_WORD seen = RSW_BIT(W_ONE) + RSW_BIT(R_ONE);

	if (!RSW_FN(cas_)(lock, &seen, seen + RSW_BIT(S_ONE), __ATOMIC_ACQ_REL))
		RSW_FN(jtoc_slow)(lock);
}

static inline void RSW_FN(rtoc)(RSW_WORD *lock)
{
	RSW_WORD seen = RSW_BIT(R_ONE);

	if (!RSW_FN(cas_)(lock, &seen,
			  seen + RSW_BIT(W_ONE) + RSW_BIT(S_ONE),
			  __ATOMIC_ACQ_REL))
		RSW_FN(rtoc_slow)(lock);
}

static inline void RSW_FN(ctoa)(RSW_WORD *lock)
{
	if (RSW_FN(shed_)(lock, RSW_BIT(R_ONE), __ATOMIC_ACQ_REL) &
	    RSW_BIT(S_ANY))
		RSW_FN(ctoa_slow)(lock);
}

static inline void RSW_FN(drop_c)(RSW_WORD *lock)
{
	RSW_FN(shed_)(lock, RSW_BIT(W_ONE) + RSW_BIT(R_ONE), __ATOMIC_RELEASE);
}

static inline bool RSW_FN(last_writer)(const RSW_WORD *lock)
{
	return !(__atomic_load_n(lock, __ATOMIC_ACQUIRE) & RSW_MANY(W));
}

/* ---- waiting and asking ---- */

static inline RSW_WORD RSW_FN(wait_unlock)(RSW_WORD *lock, RSW_WORD mask)
{
	RSW_WORD seen = __atomic_load_n(lock, __ATOMIC_ACQUIRE);

	return seen & mask ? RSW_FN(wait_unlock_slow)(lock, mask) : seen;
}

static inline RSW_WORD RSW_FN(wait_new)(RSW_WORD *lock, RSW_WORD prev)
{
	RSW_WORD seen = __atomic_load_n(lock, __ATOMIC_ACQUIRE);

	return seen == prev ? RSW_FN(wait_new_slow)(lock, prev) : seen;
}

static inline RSW_WORD RSW_FN(readers)(const RSW_WORD *lock)
{
	RSW_WORD seen = __atomic_load_n(lock, __ATOMIC_RELAXED);
	RSW_WORD r = (seen & RSW_BIT(R_ANY)) / RSW_BIT(R_ONE);
	RSW_WORD s = (seen & RSW_BIT(S_ANY)) / RSW_BIT(S_ONE);
	RSW_WORD w = (seen & RSW_BIT(W_ANY)) / RSW_BIT(W_ONE);
	RSW_WORD others = s == 0 ? w : s == 1 && w > 1 ? w : 1;

	return r > others ? r - others : 0;
}

static inline bool RSW_FN(seeker)(const RSW_WORD *lock)
{
	RSW_WORD seen = __atomic_load_n(lock, __ATOMIC_RELAXED);

	return (seen & RSW_BIT(S_ANY)) / RSW_BIT(S_ONE) >
	       (seen & RSW_BIT(W_ANY)) / RSW_BIT(W_ONE);
}

static inline bool RSW_FN(writer)(const RSW_WORD *lock)
{
	return __atomic_load_n(lock, __ATOMIC_RELAXED) & RSW_BIT(W_ANY);
}

#undef RSW_MANY
#undef RSW_TOP
#undef RSW_WORD
#undef RSW_FN
#undef RSW_BIT
