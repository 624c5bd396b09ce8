/* Integers in text, read without deciding where they begin and end.
 *
 * A loop that stops at the first character that is no digit forks at every character, and again at every space in front. Here
 * the loop looks at characters ahead of where the number may end, and what it has read is arithmetic: one path for all texts.
 * It looks ahead only at bytes that are there and have a value, so it touches nothing that the real function would not be
 * allowed to touch; before any other byte it decides whether the number is over. */
#ifndef LARIAT_NUMBER_H
#define LARIAT_NUMBER_H

#include "lariat_models.h"

/* Where integers are read from, and which. */
struct lariat_number_text {
    const void *bytes;
    size_t available; /* may be symbolic; LARIAT_UNLIMITED if the text ends with a NUL */
    unsigned base;
    int has_sign;  /* spaces and a sign may come first */
    int width;     /* most characters behind the spaces; INT_MAX if there is no limit */
    uint64_t positive_limit, negative_limit;
    int is_wide; /* the text is one of wide characters */
};
#define LARIAT_UNLIMITED ((size_t)-1)

struct lariat_number {
    uint64_t magnitude;
    int negative;
    int overflow;
    int digits;      /* whether there is one */
    int blank;       /* the text ended before anything but spaces */
    int met_end;     /* the text ended, and one more character was wanted */
    size_t consumed; /* spaces, sign and digits */
};

void lariat_read_number(const struct lariat_number_text *text, struct lariat_number *number);

/* The length of a string up to a limit, with the same accesses as strnlen and without a decision. */
size_t lariat_length(const void *string, size_t limit, int is_wide);

#endif
