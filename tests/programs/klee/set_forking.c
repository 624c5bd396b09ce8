// While forking is off a path goes one way, and the run says that it left something out.
//@ test:
//@ paths: 2
//@ left out: forking off
#include <klee/klee.h>
int main(void)
{
    int x = klee_int("x"), y = klee_int("y"), result = 0;
    klee_set_forking(0);
    if (x > 10)
        result += 1;
    switch (y) {
    case 1: result += 10; break;
    case 2: result += 20; break;
    case 3: result += 30; break;
    }
    klee_set_forking(1);
    if (x != y)
        result += 100;
    return result;
}
