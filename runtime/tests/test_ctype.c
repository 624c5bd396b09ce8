/* <ctype.h> against glibc, for every value the functions accept. */
#include "model.h"

#include <ctype.h>
#include <wctype.h>

#undef tolower
#undef toupper

#define CLASSES(DO)                                                                                                  \
    DO(isalnum) DO(isalpha) DO(isblank) DO(iscntrl) DO(isdigit) DO(isgraph) DO(islower) DO(isprint) DO(ispunct)      \
    DO(isspace) DO(isupper) DO(isxdigit)
#define WIDE_CLASSES(DO)                                                                                             \
    DO(iswalnum) DO(iswalpha) DO(iswblank) DO(iswcntrl) DO(iswdigit) DO(iswgraph) DO(iswlower) DO(iswprint)          \
    DO(iswpunct) DO(iswspace) DO(iswupper) DO(iswxdigit)
CLASSES(MODEL)
WIDE_CLASSES(MODEL)
MODEL(tolower) MODEL(toupper) MODEL(isascii) MODEL(toascii) MODEL(__ctype_b_loc) MODEL(__ctype_tolower_loc)
MODEL(__ctype_toupper_loc) MODEL(towlower) MODEL(towupper)

void run_cases(long rounds)
{
    (void)rounds;
    for (int c = -128; c < 256; c++) {
#define SAME_CLASS(name) CHECK((name)(c) == model_##name(c), #name "(%d) is %d", c, model_##name(c));
        CLASSES(SAME_CLASS)
        CHECK((tolower)(c) == model_tolower(c) && (toupper)(c) == model_toupper(c), "tolower/toupper(%d)", c);
        CHECK(isascii(c) == model_isascii(c) && toascii(c) == model_toascii(c), "isascii(%d)", c);
    }
    for (unsigned c = 0; c < 128; c++) {
#define SAME_WIDE_CLASS(name) CHECK(!name(c) == !model_##name(c), #name "(%u)", c);
        WIDE_CLASSES(SAME_WIDE_CLASS)
        CHECK(towlower(c) == model_towlower(c) && towupper(c) == model_towupper(c), "towlower(%u)", c);
    }
    for (int c = -128; c < 256; c++) {
        CHECK((*__ctype_b_loc())[c] == (*model___ctype_b_loc())[c], "class table at %d: %x not %x", c,
              (*model___ctype_b_loc())[c], (*__ctype_b_loc())[c]);
        CHECK((*__ctype_tolower_loc())[c] == (*model___ctype_tolower_loc())[c], "lower table at %d: %d not %d", c,
              (*model___ctype_tolower_loc())[c], (*__ctype_tolower_loc())[c]);
        CHECK((*__ctype_toupper_loc())[c] == (*model___ctype_toupper_loc())[c], "upper table at %d", c);
    }
}
