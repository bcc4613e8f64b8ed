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
static inline bool RSW_FN(cas_)(RSW_WORD *lock_, RSW_WORD *seen_, RSW_WORD word_,
				int order_)
{
	return __atomic_compare_exchange_n(lock_, seen_, word_, 0, order_,
					   __ATOMIC_RELAXED);
}

/* The way in of take: for a free lock, then for one that is shared or carries
 * application bits. The first attempt does not look before it leaps, so that
 * the line is fetched once, for writing. */
static inline bool RSW_FN(enter_fast_)(RSW_WORD *lock_, RSW_WORD add_,
				       RSW_WORD blocked_)
{
	RSW_WORD seen_ = 0;

	if (__builtin_expect(
		    RSW_FN(cas_)(lock_, &seen_, add_, __ATOMIC_ACQUIRE), 1))
		return true;
	return !(seen_ & blocked_) &&
	       RSW_FN(cas_)(lock_, &seen_, seen_ + add_, __ATOMIC_ACQUIRE);
}

/* The way in of try: until it is decided. No bit of blocked may be set and
 * the field counted, if any, must not be full. */
static inline bool RSW_FN(enter_now_)(RSW_WORD *lock_, RSW_WORD add_,
				      RSW_WORD blocked_, RSW_WORD counted_,
				      int order_)
{
	RSW_WORD seen_ = __atomic_load_n(lock_, __ATOMIC_RELAXED);

	while (!(seen_ & blocked_) && (!counted_ || (seen_ & counted_) != counted_))
		if (RSW_FN(cas_)(lock_, &seen_, seen_ + add_, order_))
			return true;
	return false;
}

/* Leaves R with the given units, and clears the start signal if nobody else is
 * in R. Returns the word as it is then. */
static inline RSW_WORD RSW_FN(shed_)(RSW_WORD *lock_, RSW_WORD units_, int order_)
{
	RSW_WORD seen_ = __atomic_load_n(lock_, __ATOMIC_RELAXED);
	RSW_WORD word_;

	do {
		word_ = seen_ - units_;
		if (!(seen_ & RSW_MANY(R)) &&
		    (seen_ & RSW_BIT(S_ANY)) == RSW_BIT(S_ONE))
			word_ &= ~RSW_BIT(S_ANY);
	} while (!RSW_FN(cas_)(lock_, &seen_, word_, order_));
	return word_;
}

/* ---- R ---- */

static inline bool RSW_FN(try_r)(RSW_WORD *lock_)
{
	return RSW_FN(enter_now_)(lock_, RSW_BIT(R_ONE), RSW_BIT(W_ANY),
				  RSW_BIT(R_ANY), __ATOMIC_ACQUIRE);
}

static inline bool RSW_FN(enter_r_)(RSW_WORD *lock_)
{
	return RSW_FN(enter_fast_)(lock_, RSW_BIT(R_ONE),
				   RSW_BIT(W_ANY) | RSW_TOP(R));
}

static inline void RSW_FN(take_r)(RSW_WORD *lock_)
{
	if (!RSW_FN(enter_r_)(lock_))
		RSW_FN(take_r_slow)(lock_);
}

static inline int RSW_FN(take_r_until)(RSW_WORD *lock_, uint64_t deadline_)
{
	return RSW_FN(enter_r_)(lock_) ? 0 :
					RSW_FN(take_r_until_slow)(lock_, deadline_);
}

static inline void RSW_FN(drop_r)(RSW_WORD *lock_)
{
	__atomic_fetch_sub(lock_, RSW_BIT(R_ONE), __ATOMIC_RELEASE);
}

/* ---- S ---- */

static inline bool RSW_FN(try_s)(RSW_WORD *lock_)
{
	return RSW_FN(enter_now_)(lock_, RSW_BIT(S_ONE) + RSW_BIT(R_ONE),
				  RSW_BIT(W_ANY) | RSW_BIT(S_ANY),
				  RSW_BIT(R_ANY), __ATOMIC_ACQUIRE);
}

static inline bool RSW_FN(enter_s_)(RSW_WORD *lock_)
{
	return RSW_FN(enter_fast_)(lock_, RSW_BIT(S_ONE) + RSW_BIT(R_ONE),
				   RSW_BIT(W_ANY) | RSW_BIT(S_ANY) | RSW_TOP(R));
}

static inline void RSW_FN(take_s)(RSW_WORD *lock_)
{
	if (!RSW_FN(enter_s_)(lock_))
		RSW_FN(take_s_slow)(lock_);
}

static inline int RSW_FN(take_s_until)(RSW_WORD *lock_, uint64_t deadline_)
{
	return RSW_FN(enter_s_)(lock_) ? 0 :
					RSW_FN(take_s_until_slow)(lock_, deadline_);
}

static inline void RSW_FN(drop_s)(RSW_WORD *lock_)
{
	__atomic_fetch_sub(lock_, RSW_BIT(S_ONE) + RSW_BIT(R_ONE),
			   __ATOMIC_RELEASE);
}

/* ---- W ---- */

static inline bool RSW_FN(try_w)(RSW_WORD *lock_)
{
	return RSW_FN(enter_now_)(
		lock_, RSW_BIT(W_ONE) + RSW_BIT(S_ONE) + RSW_BIT(R_ONE),
		RSW_BIT(W_ANY) | RSW_BIT(S_ANY) | RSW_BIT(R_ANY), 0,
		__ATOMIC_ACQUIRE);
}

static inline bool RSW_FN(try_w_nowait)(RSW_WORD *lock_)
{
	return RSW_FN(try_w)(lock_);
}

static inline bool RSW_FN(enter_w_)(RSW_WORD *lock_)
{
	return RSW_FN(enter_fast_)(
		lock_, RSW_BIT(W_ONE) + RSW_BIT(S_ONE) + RSW_BIT(R_ONE),
		RSW_BIT(W_ANY) | RSW_BIT(S_ANY) | RSW_BIT(R_ANY));
}

static inline void RSW_FN(take_w)(RSW_WORD *lock_)
{
	if (!RSW_FN(enter_w_)(lock_))
		RSW_FN(take_w_slow)(lock_);
}

static inline int RSW_FN(take_w_until)(RSW_WORD *lock_, uint64_t deadline_)
{
	return RSW_FN(enter_w_)(lock_) ? 0 :
					RSW_FN(take_w_until_slow)(lock_, deadline_);
}

static inline void RSW_FN(drop_w)(RSW_WORD *lock_)
{
	__atomic_fetch_sub(
		lock_, RSW_BIT(W_ONE) + RSW_BIT(S_ONE) + RSW_BIT(R_ONE),
		__ATOMIC_RELEASE);
}

/* ---- from one of R, S and W to another ---- */

static inline void RSW_FN(stow)(RSW_WORD *lock_)
{
	if (__atomic_fetch_add(lock_, RSW_BIT(W_ONE), __ATOMIC_ACQUIRE) &
	    RSW_MANY(R))
		RSW_FN(stow_slow)(lock_);
}

static inline void RSW_FN(wtos)(RSW_WORD *lock_)
{
	__atomic_fetch_sub(lock_, RSW_BIT(W_ONE), __ATOMIC_RELEASE);
}

static inline void RSW_FN(wtor)(RSW_WORD *lock_)
{
	__atomic_fetch_sub(lock_, RSW_BIT(W_ONE) + RSW_BIT(S_ONE),
			   __ATOMIC_RELEASE);
}

static inline void RSW_FN(stor)(RSW_WORD *lock_)
{
	__atomic_fetch_sub(lock_, RSW_BIT(S_ONE), __ATOMIC_RELEASE);
}

static inline bool RSW_FN(try_rtos)(RSW_WORD *lock_)
{
	return RSW_FN(enter_now_)(lock_, RSW_BIT(S_ONE),
				  RSW_BIT(W_ANY) | RSW_BIT(S_ANY), 0,
				  __ATOMIC_ACQUIRE);
}

static inline bool RSW_FN(try_rtow)(RSW_WORD *lock_)
{
	return RSW_FN(enter_now_)(lock_, RSW_BIT(W_ONE) + RSW_BIT(S_ONE),
				  RSW_BIT(W_ANY) | RSW_BIT(S_ANY) | RSW_MANY(R),
				  0, __ATOMIC_ACQUIRE);
}

/* ---- A ---- */

static inline bool RSW_FN(try_a)(RSW_WORD *lock_)
{
	return RSW_FN(enter_now_)(lock_, RSW_BIT(W_ONE),
				  RSW_BIT(S_ANY) | RSW_BIT(R_ANY),
				  RSW_BIT(W_ANY), __ATOMIC_ACQUIRE);
}

static inline void RSW_FN(take_a)(RSW_WORD *lock_)
{
	if (!RSW_FN(enter_fast_)(lock_, RSW_BIT(W_ONE),
				 RSW_BIT(S_ANY) | RSW_BIT(R_ANY) | RSW_TOP(W)))
		RSW_FN(take_a_slow)(lock_);
}

static inline void RSW_FN(drop_a)(RSW_WORD *lock_)
{
	__atomic_fetch_sub(lock_, RSW_BIT(W_ONE), __ATOMIC_RELEASE);
}

static inline void RSW_FN(ator)(RSW_WORD *lock_)
{
	RSW_WORD seen_ = RSW_BIT(W_ONE);

	if (!RSW_FN(cas_)(lock_, &seen_, RSW_BIT(R_ONE), __ATOMIC_ACQ_REL))
		RSW_FN(ator_slow)(lock_);
}

static inline bool RSW_FN(try_rtoa)(RSW_WORD *lock_)
{
	return RSW_FN(enter_now_)(lock_, RSW_BIT(W_ONE) - RSW_BIT(R_ONE),
				  RSW_BIT(S_ANY) | RSW_MANY(R), RSW_BIT(W_ANY),
				  __ATOMIC_ACQ_REL);
}

static inline void RSW_FN(atoj)(RSW_WORD *lock_)
{
	__atomic_fetch_add(lock_, RSW_BIT(R_ONE), __ATOMIC_RELEASE);
}

/* ---- J and C ---- */

static inline bool RSW_FN(try_j)(RSW_WORD *lock_)
{
	return RSW_FN(enter_now_)(
		lock_, RSW_BIT(W_ONE) + RSW_BIT(R_ONE),
		RSW_BIT(W_ANY) | RSW_BIT(S_ANY) | RSW_BIT(R_ANY), 0,
		__ATOMIC_ACQUIRE);
}

static inline void RSW_FN(take_j)(RSW_WORD *lock_)
{
	if (!RSW_FN(enter_fast_)(
		    lock_, RSW_BIT(W_ONE) + RSW_BIT(R_ONE),
		    RSW_BIT(W_ANY) | RSW_BIT(S_ANY) | RSW_BIT(R_ANY)))
		RSW_FN(take_j_slow)(lock_);
}

static inline void RSW_FN(drop_j)(RSW_WORD *lock_)
{
	RSW_FN(shed_)(lock_, RSW_BIT(W_ONE) + RSW_BIT(R_ONE), __ATOMIC_RELEASE);
}

static inline void RSW_FN(rtoj)(RSW_WORD *lock_)
{
	RSW_WORD seen_ = RSW_BIT(R_ONE);

	if (!RSW_FN(cas_)(lock_, &seen_, seen_ + RSW_BIT(W_ONE), __ATOMIC_ACQUIRE))
		RSW_FN(rtoj_slow)(lock_);
}

static inline void RSW_FN(jtoc)(RSW_WORD *lock_)
{
	RSW_WORD seen_ = RSW_BIT(W_ONE) + RSW_BIT(R_ONE);

	if (!RSW_FN(cas_)(lock_, &seen_, seen_ + RSW_BIT(S_ONE), __ATOMIC_ACQ_REL))
		RSW_FN(jtoc_slow)(lock_);
}

static inline void RSW_FN(rtoc)(RSW_WORD *lock_)
{
	RSW_WORD seen_ = RSW_BIT(R_ONE);

	if (!RSW_FN(cas_)(lock_, &seen_,
			  seen_ + RSW_BIT(W_ONE) + RSW_BIT(S_ONE),
			  __ATOMIC_ACQUIRE))
		RSW_FN(rtoc_slow)(lock_);
}

static inline void RSW_FN(ctoa)(RSW_WORD *lock_)
{
	if ((RSW_FN(shed_)(lock_, RSW_BIT(R_ONE), __ATOMIC_ACQ_REL) &
	     RSW_BIT(S_ANY)) == RSW_BIT(S_ONE))
		RSW_FN(ctoa_slow)(lock_);
}

static inline void RSW_FN(drop_c)(RSW_WORD *lock_)
{
	RSW_FN(shed_)(lock_, RSW_BIT(W_ONE) + RSW_BIT(R_ONE), __ATOMIC_RELEASE);
}

static inline bool RSW_FN(last_writer)(const RSW_WORD *lock_)
{
	return !(__atomic_load_n(lock_, __ATOMIC_ACQUIRE) & RSW_MANY(W));
}

/* ---- waiting and asking ---- */

static inline RSW_WORD RSW_FN(wait_unlock)(RSW_WORD *lock_, RSW_WORD mask_)
{
	RSW_WORD seen_ = __atomic_load_n(lock_, __ATOMIC_ACQUIRE);

	return seen_ & mask_ ? RSW_FN(wait_unlock_slow)(lock_, mask_) : seen_;
}

static inline RSW_WORD RSW_FN(wait_new)(RSW_WORD *lock_, RSW_WORD prev_)
{
	RSW_WORD seen_ = __atomic_load_n(lock_, __ATOMIC_ACQUIRE);

	return seen_ == prev_ ? RSW_FN(wait_new_slow)(lock_, prev_) : seen_;
}

static inline RSW_WORD RSW_FN(readers)(const RSW_WORD *lock_)
{
	RSW_WORD seen_ = __atomic_load_n(lock_, __ATOMIC_RELAXED);
	RSW_WORD r_ = (seen_ & RSW_BIT(R_ANY)) / RSW_BIT(R_ONE);
	RSW_WORD s_ = (seen_ & RSW_BIT(S_ANY)) / RSW_BIT(S_ONE);
	RSW_WORD w_ = (seen_ & RSW_BIT(W_ANY)) / RSW_BIT(W_ONE);
	RSW_WORD others_ = s_ == 0 ? w_ :
			   s_ == 1 && w_ > 1 ? w_ :
			   s_ == 3 ? r_ : 1;

	return r_ > others_ ? r_ - others_ : 0;
}

static inline bool RSW_FN(seeker)(const RSW_WORD *lock_)
{
	RSW_WORD seen_ = __atomic_load_n(lock_, __ATOMIC_RELAXED);
	RSW_WORD s_ = (seen_ & RSW_BIT(S_ANY)) / RSW_BIT(S_ONE);
	RSW_WORD w_ = (seen_ & RSW_BIT(W_ANY)) / RSW_BIT(W_ONE);

	return s_ > w_ && s_ != 3;
}

static inline bool RSW_FN(writer)(const RSW_WORD *lock_)
{
	return __atomic_load_n(lock_, __ATOMIC_RELAXED) & RSW_BIT(W_ANY);
}

#undef RSW_MANY
#undef RSW_TOP
#undef RSW_WORD
#undef RSW_FN
#undef RSW_BIT
