// Locations: code of a macro is where the macro is used, #line renames the file, an included body is in the header.
#include "body.h"
#define SQUARE(v) ((v) * (v))
int macro(int a) {
    int s =
        SQUARE(a);
    return s;
}
#line 500 "generated.y"
int renamed(int b) {
    return b + 1;
}
