// setjmp returns twice and longjmp never; both facts are on the calls.
#include <setjmp.h>

static jmp_buf place;

void leave(int code) {
    longjmp(place, code); //~ call longjmp
}

int enter(void) {
    int code = setjmp(place); //~ call _setjmp
    if (code == 0)
        leave(5);
    return code;
}
