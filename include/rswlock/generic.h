/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/**
 * @file
 * Names that work on locks of either width: rsw_take_r(&lock) and so on.
 *
 * In C11 and later they are _Generic macros, in C++ overloaded functions. C99
 * has neither; there the names with the width have to do. A pointer to
 * anything but a lock word does not compile.
 */
#ifndef RSWLOCK_GENERIC_H
#define RSWLOCK_GENERIC_H

#ifdef __cplusplus

#define RSW_OVERLOAD_(result, name)                           \
	static inline result rsw_##name(rsw32_t *lock_)        \
	{                                                     \
		return rsw32_##name(lock_);                    \
	}                                                     \
	static inline result rsw_##name(rsw64_t *lock_)        \
	{                                                     \
		return rsw64_##name(lock_);                    \
	}
#define RSW_OVERLOAD_UNTIL_(name)                                          \
	static inline int rsw_##name(rsw32_t *lock_, uint64_t deadline_)     \
	{                                                                  \
		return rsw32_##name(lock_, deadline_);                       \
	}                                                                  \
	static inline int rsw_##name(rsw64_t *lock_, uint64_t deadline_)     \
	{                                                                  \
		return rsw64_##name(lock_, deadline_);                       \
	}
#define RSW_OVERLOAD_WAIT_(name)                                       \
	static inline rsw32_t rsw_##name(rsw32_t *lock_, rsw32_t value_) \
	{                                                              \
		return rsw32_##name(lock_, value_);                      \
	}                                                              \
	static inline rsw64_t rsw_##name(rsw64_t *lock_, rsw64_t value_) \
	{                                                              \
		return rsw64_##name(lock_, value_);                      \
	}
#define RSW_OVERLOAD_ASK_(result32, result64, name)            \
	static inline result32 rsw_##name(const rsw32_t *lock_) \
	{                                                      \
		return rsw32_##name(lock_);                     \
	}                                                      \
	static inline result64 rsw_##name(const rsw64_t *lock_) \
	{                                                      \
		return rsw64_##name(lock_);                     \
	}

RSW_OVERLOAD_(bool, try_r)
RSW_OVERLOAD_(void, take_r)
RSW_OVERLOAD_UNTIL_(take_r_until)
RSW_OVERLOAD_(void, drop_r)
RSW_OVERLOAD_(bool, try_s)
RSW_OVERLOAD_(void, take_s)
RSW_OVERLOAD_UNTIL_(take_s_until)
RSW_OVERLOAD_(void, drop_s)
RSW_OVERLOAD_(bool, try_w)
RSW_OVERLOAD_(bool, try_w_nowait)
RSW_OVERLOAD_(void, take_w)
RSW_OVERLOAD_UNTIL_(take_w_until)
RSW_OVERLOAD_(void, drop_w)
RSW_OVERLOAD_(bool, try_a)
RSW_OVERLOAD_(void, take_a)
RSW_OVERLOAD_(void, drop_a)
RSW_OVERLOAD_(bool, try_j)
RSW_OVERLOAD_(void, take_j)
RSW_OVERLOAD_(void, drop_j)
RSW_OVERLOAD_(void, stow)
RSW_OVERLOAD_(void, wtos)
RSW_OVERLOAD_(void, wtor)
RSW_OVERLOAD_(void, stor)
RSW_OVERLOAD_(bool, try_rtos)
RSW_OVERLOAD_(bool, try_rtow)
RSW_OVERLOAD_(void, ator)
RSW_OVERLOAD_(bool, try_rtoa)
RSW_OVERLOAD_(void, atoj)
RSW_OVERLOAD_(void, rtoj)
RSW_OVERLOAD_(void, jtoc)
RSW_OVERLOAD_(void, rtoc)
RSW_OVERLOAD_(void, ctoa)
RSW_OVERLOAD_(void, drop_c)
RSW_OVERLOAD_WAIT_(wait_unlock)
RSW_OVERLOAD_WAIT_(wait_new)
RSW_OVERLOAD_ASK_(bool, bool, last_writer)
RSW_OVERLOAD_ASK_(rsw32_t, rsw64_t, readers)
RSW_OVERLOAD_ASK_(bool, bool, seeker)
RSW_OVERLOAD_ASK_(bool, bool, writer)

#undef RSW_OVERLOAD_
#undef RSW_OVERLOAD_UNTIL_
#undef RSW_OVERLOAD_WAIT_
#undef RSW_OVERLOAD_ASK_

#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L

/* The function of the lock's width. */
#define RSW_GENERIC_(lock, name)                                    \
	_Generic((lock), rsw32_t *: rsw32_##name, rsw64_t *: rsw64_##name)
/* The same for functions that only look. */
#define RSW_GENERIC_ASK_(lock, name)                    \
	_Generic((lock),                                \
		rsw32_t *: rsw32_##name,                \
		const rsw32_t *: rsw32_##name,          \
		rsw64_t *: rsw64_##name,                \
		const rsw64_t *: rsw64_##name)

#define rsw_try_r(lock)        RSW_GENERIC_(lock, try_r)(lock)
#define rsw_take_r(lock)       RSW_GENERIC_(lock, take_r)(lock)
#define rsw_take_r_until(lock, deadline) \
	RSW_GENERIC_(lock, take_r_until)(lock, deadline)
#define rsw_drop_r(lock)       RSW_GENERIC_(lock, drop_r)(lock)
#define rsw_try_s(lock)        RSW_GENERIC_(lock, try_s)(lock)
#define rsw_take_s(lock)       RSW_GENERIC_(lock, take_s)(lock)
#define rsw_take_s_until(lock, deadline) \
	RSW_GENERIC_(lock, take_s_until)(lock, deadline)
#define rsw_drop_s(lock)       RSW_GENERIC_(lock, drop_s)(lock)
#define rsw_try_w(lock)        RSW_GENERIC_(lock, try_w)(lock)
#define rsw_try_w_nowait(lock) RSW_GENERIC_(lock, try_w_nowait)(lock)
#define rsw_take_w(lock)       RSW_GENERIC_(lock, take_w)(lock)
#define rsw_take_w_until(lock, deadline) \
	RSW_GENERIC_(lock, take_w_until)(lock, deadline)
#define rsw_drop_w(lock)       RSW_GENERIC_(lock, drop_w)(lock)
#define rsw_try_a(lock)        RSW_GENERIC_(lock, try_a)(lock)
#define rsw_take_a(lock)       RSW_GENERIC_(lock, take_a)(lock)
#define rsw_drop_a(lock)       RSW_GENERIC_(lock, drop_a)(lock)
#define rsw_try_j(lock)        RSW_GENERIC_(lock, try_j)(lock)
#define rsw_take_j(lock)       RSW_GENERIC_(lock, take_j)(lock)
#define rsw_drop_j(lock)       RSW_GENERIC_(lock, drop_j)(lock)
#define rsw_stow(lock)         RSW_GENERIC_(lock, stow)(lock)
#define rsw_wtos(lock)         RSW_GENERIC_(lock, wtos)(lock)
#define rsw_wtor(lock)         RSW_GENERIC_(lock, wtor)(lock)
#define rsw_stor(lock)         RSW_GENERIC_(lock, stor)(lock)
#define rsw_try_rtos(lock)     RSW_GENERIC_(lock, try_rtos)(lock)
#define rsw_try_rtow(lock)     RSW_GENERIC_(lock, try_rtow)(lock)
#define rsw_ator(lock)         RSW_GENERIC_(lock, ator)(lock)
#define rsw_try_rtoa(lock)     RSW_GENERIC_(lock, try_rtoa)(lock)
#define rsw_atoj(lock)         RSW_GENERIC_(lock, atoj)(lock)
#define rsw_rtoj(lock)         RSW_GENERIC_(lock, rtoj)(lock)
#define rsw_jtoc(lock)         RSW_GENERIC_(lock, jtoc)(lock)
#define rsw_rtoc(lock)         RSW_GENERIC_(lock, rtoc)(lock)
#define rsw_ctoa(lock)         RSW_GENERIC_(lock, ctoa)(lock)
#define rsw_drop_c(lock)       RSW_GENERIC_(lock, drop_c)(lock)
#define rsw_wait_unlock(lock, mask) RSW_GENERIC_(lock, wait_unlock)(lock, mask)
#define rsw_wait_new(lock, prev)    RSW_GENERIC_(lock, wait_new)(lock, prev)
#define rsw_last_writer(lock)  RSW_GENERIC_ASK_(lock, last_writer)(lock)
#define rsw_readers(lock)      RSW_GENERIC_ASK_(lock, readers)(lock)
#define rsw_seeker(lock)       RSW_GENERIC_ASK_(lock, seeker)(lock)
#define rsw_writer(lock)       RSW_GENERIC_ASK_(lock, writer)(lock)

#endif

#endif /* RSWLOCK_GENERIC_H */
