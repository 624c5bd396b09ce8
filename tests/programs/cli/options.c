// -I, -D and --cflags reach the compiler.
#include "settings.h"
#ifndef LEVEL
#define LEVEL 1
#endif
int level = LEVEL;
int header = FROM_HEADER;
#ifdef TEXT
const char text[] = TEXT;
#endif
int wraps(int a) {
    return a + 1;
}
