/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Words written as counts, for whichever width the names stand for just now. */
#ifndef FFI_TESTS_WORDS_H
#define FFI_TESTS_WORDS_H

/* A word that counts `r` in the reader field, and so on. */
#define AT(r, s, w)                                          \
    ((WORD)((WORD)(r) * FIELD(R_ONE) + (WORD)(s) * FIELD(S_ONE) + \
            (WORD)(w) * FIELD(W_ONE)))

/* The word that each holder leaves when it is alone. */
#define HOLD_R AT(1, 0, 0)
#define HOLD_S AT(1, 1, 0)
#define HOLD_W AT(1, 1, 1)
#define HOLD_A AT(0, 0, 1)
#define HOLD_J AT(1, 0, 1)
#define HOLD_C AT(1, 1, 1)

#define LOAD(lock) __atomic_load_n((lock), __ATOMIC_SEQ_CST)

/* What a holder does who leaves with plain arithmetic, as inlined plock does. */
#define LEAVE(lock, amount) \
    ((void)__atomic_fetch_sub((lock), (WORD)(amount), __ATOMIC_SEQ_CST))

#endif
