/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A text file cut into words, and what one thread that sorts them finds out
 * about each: what the cache's answers are compared with, and filled from.
 */
#ifndef TEXT_H
#define TEXT_H

#include "table.h"

struct known {
    const char *word;
    struct facts facts;
};

struct place {
    const char *word;
    uint64_t line;
    const struct known *known;
};

struct text {
    char *bytes;
    /* In the order of the text. */
    struct place *places;
    size_t words;
    /* In alphabetical order. */
    struct known *known;
    size_t different;
};

/* Ends the program if there are no words to be had from the file. */
void text_load(struct text *text, const char *path);
void text_free(struct text *text);

#endif
