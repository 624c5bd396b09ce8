// Calls without a result, functions that never return, ignored results, empty functions.
#include <stdlib.h>
#include <stdio.h>

void nothing(void) {
}

_Noreturn void stop(int code) {
    exit(code); //~ call exit
}

int use(int a) {
    nothing(); //~ call nothing
    puts("x"); //~ call puts
    if (a)
        stop(a); //~ call stop
    return 0;
}

extern void undefined_elsewhere(int, ...);
void variadic_void(void) {
    undefined_elsewhere(1, 2L, 3.0); //~ call undefined_elsewhere
}
