/* <ctype.h> of the "C" locale.
 *
 * The functions are range comparisons, so a symbolic character stays one small term. glibc's header turns `isalpha(c)` into a
 * look-up in a table unless the program is compiled with -D__NO_CTYPE; for programs that were not, the tables are here too. */
#include "lariat_models.h"

#define __NO_CTYPE
#include <ctype.h>

#undef isalnum
#undef isalpha
#undef isascii
#undef isblank
#undef iscntrl
#undef isdigit
#undef isgraph
#undef islower
#undef isprint
#undef ispunct
#undef isspace
#undef isupper
#undef isxdigit
#undef tolower
#undef toupper
#undef toascii
#undef _tolower
#undef _toupper

/* Each class as a constant expression, used by the functions and, at compile time, for the table. */
#define IN(c, first, last) ((unsigned)(c) - (unsigned)(first) <= (unsigned)(last) - (unsigned)(first))
#define UPPER(c) IN(c, 'A', 'Z')
#define LOWER(c) IN(c, 'a', 'z')
#define DIGIT(c) IN(c, '0', '9')
#define ALPHA(c) (UPPER(c) | LOWER(c))
#define XDIGIT(c) (DIGIT(c) | IN(c, 'a', 'f') | IN(c, 'A', 'F'))
#define SPACE(c) (((c) == ' ') | IN(c, '\t', '\r'))
#define PRINT(c) IN(c, ' ', '~')
#define GRAPH(c) IN(c, '!', '~')
#define BLANK(c) (((c) == ' ') | ((c) == '\t'))
#define CNTRL(c) (IN(c, 0, 31) | ((c) == 127))
#define ALNUM(c) (ALPHA(c) | DIGIT(c))
#define PUNCT(c) (GRAPH(c) & !ALNUM(c))

/* The standard wants an unsigned char or EOF. glibc has entries for negative plain characters, too, so those do no harm. */
static void require_character(int c)
{
    if (!lariat_in_range(c, -128, 255))
        lariat_report("invalid-argument", "no unsigned char, no char and not EOF");
}

/* What glibc makes of a negative plain character, except EOF, when it changes the case. */
static int without_sign(int c)
{
    return c + (lariat_in_range(c, -128, -2) << 8);
}

/* The results are the bits glibc's functions give: some programs print them. */
#define CLASS_FUNCTION(name, CONDITION, bit)                                                                         \
    int name(int c)                                                                                                  \
    {                                                                                                                \
        require_character(c);                                                                                        \
        return (int)(-(unsigned)(CONDITION(c)) & (unsigned)(bit));                                                   \
    }                                                                                                                \
    int __##name##_l(int c, locale_t locale)                                                                         \
    {                                                                                                                \
        (void)locale;                                                                                                \
        return name(c);                                                                                              \
    }                                                                                                                \
    int name##_l(int c, locale_t locale)                                                                             \
    {                                                                                                                \
        (void)locale;                                                                                                \
        return name(c);                                                                                              \
    }

#undef isalnum_l
#undef isalpha_l
#undef isblank_l
#undef iscntrl_l
#undef isdigit_l
#undef isgraph_l
#undef islower_l
#undef isprint_l
#undef ispunct_l
#undef isspace_l
#undef isupper_l
#undef isxdigit_l

CLASS_FUNCTION(isupper, UPPER, _ISupper)
CLASS_FUNCTION(islower, LOWER, _ISlower)
CLASS_FUNCTION(isalpha, ALPHA, _ISalpha)
CLASS_FUNCTION(isdigit, DIGIT, _ISdigit)
CLASS_FUNCTION(isxdigit, XDIGIT, _ISxdigit)
CLASS_FUNCTION(isspace, SPACE, _ISspace)
CLASS_FUNCTION(isprint, PRINT, _ISprint)
CLASS_FUNCTION(isgraph, GRAPH, _ISgraph)
CLASS_FUNCTION(isblank, BLANK, _ISblank)
CLASS_FUNCTION(iscntrl, CNTRL, _IScntrl)
CLASS_FUNCTION(ispunct, PUNCT, _ISpunct)
CLASS_FUNCTION(isalnum, ALNUM, _ISalnum)

int isascii(int c)
{
    return (c & ~127) == 0;
}

int toascii(int c)
{
    return c & 127;
}

int tolower(int c)
{
    require_character(c);
    return without_sign(lariat_lower(c));
}

int toupper(int c)
{
    require_character(c);
    return without_sign(lariat_upper(c));
}

int _tolower(int c)
{
    return lariat_lower(c);
}

int _toupper(int c)
{
    return lariat_upper(c);
}

/* The tables have entries for -128 to 255. Below 0 the classes are empty, except that -1 is EOF anyway. */
#define CLASSES(c)                                                                                                   \
    (unsigned short)(UPPER(c) * _ISupper | LOWER(c) * _ISlower | ALPHA(c) * _ISalpha | DIGIT(c) * _ISdigit |         \
                     XDIGIT(c) * _ISxdigit | SPACE(c) * _ISspace | PRINT(c) * _ISprint | GRAPH(c) * _ISgraph |       \
                     BLANK(c) * _ISblank | CNTRL(c) * _IScntrl | PUNCT(c) * _ISpunct | ALNUM(c) * _ISalnum)
/* glibc maps a negative plain char like the unsigned one, but leaves EOF alone. */
#define LOWERED(c) ((c) < -1 ? (c) + 256 : (c) + (int)UPPER(c) * 32)
#define UPPERED(c) ((c) < -1 ? (c) + 256 : (c) - (int)LOWER(c) * 32)

#define FOUR(ENTRY, c) ENTRY(c), ENTRY((c) + 1), ENTRY((c) + 2), ENTRY((c) + 3)
#define SIXTEEN(ENTRY, c) FOUR(ENTRY, c), FOUR(ENTRY, (c) + 4), FOUR(ENTRY, (c) + 8), FOUR(ENTRY, (c) + 12)
#define SIXTYFOUR(ENTRY, c)                                                                                          \
    SIXTEEN(ENTRY, c), SIXTEEN(ENTRY, (c) + 16), SIXTEEN(ENTRY, (c) + 32), SIXTEEN(ENTRY, (c) + 48)
#define ALL(ENTRY)                                                                                                   \
    SIXTYFOUR(ENTRY, -128), SIXTYFOUR(ENTRY, -64), SIXTYFOUR(ENTRY, 0), SIXTYFOUR(ENTRY, 64),                        \
        SIXTYFOUR(ENTRY, 128), SIXTYFOUR(ENTRY, 192)

static const unsigned short class_table[384] = { ALL(CLASSES) };
static const int lower_table[384] = { ALL(LOWERED) };
static const int upper_table[384] = { ALL(UPPERED) };

static const unsigned short *class_pointer = class_table + 128;
static const int *lower_pointer = lower_table + 128;
static const int *upper_pointer = upper_table + 128;

const unsigned short **__ctype_b_loc(void)
{
    return &class_pointer;
}

const int **__ctype_tolower_loc(void)
{
    return &lower_pointer;
}

const int **__ctype_toupper_loc(void)
{
    return &upper_pointer;
}

size_t __ctype_get_mb_cur_max(void)
{
    return 1;
}
