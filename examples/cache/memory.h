/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* How the example fails when it cannot go on. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdio.h>
#include <stdlib.h>

/* 1 is for wrong answers. */
#define EXIT_UNABLE 2

static inline void unable(const char *what)
{
    fprintf(stderr, "cache: %s\n", what);
    exit(EXIT_UNABLE);
}

/* Zeroed memory. */
static inline void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);

    if (!memory) {
        unable("out of memory");
    }
    return memory;
}

#endif
