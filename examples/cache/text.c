/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "text.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

static char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    size_t room = 1 << 16;
    char *bytes = allocate(room, 1);

    if (!file) {
        perror(path);
        exit(EXIT_UNABLE);
    }
    *length = 0;
    for (;;) {
        /* One byte is kept for the end of the last word. */
        *length += fread(bytes + *length, 1, room - 1 - *length, file);
        if (*length < room - 1) {
            break;
        }
        char *more = realloc(bytes, room *= 2);
        if (!more) {
            unable("out of memory");
        }
        bytes = more;
    }
    if (ferror(file)) {
        perror(path);
        exit(EXIT_UNABLE);
    }
    fclose(file);
    bytes[*length] = '\0';
    return bytes;
}

/* A word is a run of letters; a byte that is not ASCII passes for one. */
static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

/* Makes letters small and ends each word with a zero byte, all in place. Fills
 * in `places` unless it is NULL. Returns the number of words. */
static size_t cut(char *bytes, size_t length, struct place *places)
{
    size_t words = 0;
    uint64_t line = 1;
    bool inside = false;

    for (size_t i = 0; i < length; i++) {
        bool letter = is_letter(bytes[i]);
        if (letter && !inside) {
            if (places) {
                places[words].word = bytes + i;
                places[words].line = line;
            }
            words++;
        }
        if (bytes[i] == '\n') {
            line++;
        }
        if (places && !letter) {
            bytes[i] = '\0';
        } else if (places && bytes[i] >= 'A' && bytes[i] <= 'Z') {
            bytes[i] = (char)(bytes[i] - 'A' + 'a');
        }
        inside = letter;
    }
    return words;
}

static int by_word_then_line(const void *left, const void *right)
{
    const struct place *a = left;
    const struct place *b = right;
    int order = strcmp(a->word, b->word);

    return order ? order : (a->line > b->line) - (a->line < b->line);
}

static int word_of_known(const void *word, const void *known)
{
    return strcmp(word, ((const struct known *)known)->word);
}

/* Equal words are neighbours once they are sorted, the first line in front. */
static void count_words(struct text *text)
{
    struct place *sorted = allocate(text->words, sizeof(*sorted));

    memcpy(sorted, text->places, text->words * sizeof(*sorted));
    qsort(sorted, text->words, sizeof(*sorted), by_word_then_line);
    text->known = allocate(text->words, sizeof(*text->known));
    text->different = 0;
    for (size_t i = 0; i < text->words; i++) {
        if (i == 0 || strcmp(sorted[i - 1].word, sorted[i].word) != 0) {
            text->known[text->different++] = (struct known){sorted[i].word, {0, sorted[i].line}};
        }
        text->known[text->different - 1].facts.count++;
    }
    free(sorted);
    for (size_t i = 0; i < text->words; i++) {
        text->places[i].known = bsearch(text->places[i].word, text->known, text->different,
                                        sizeof(*text->known), word_of_known);
    }
}

void text_load(struct text *text, const char *path)
{
    size_t length;

    text->bytes = read_file(path, &length);
    text->words = cut(text->bytes, length, NULL);
    if (text->words == 0) {
        unable("no words in that file");
    }
    text->places = allocate(text->words, sizeof(*text->places));
    cut(text->bytes, length, text->places);
    count_words(text);
}

void text_free(struct text *text)
{
    free(text->known);
    free(text->places);
    free(text->bytes);
}
