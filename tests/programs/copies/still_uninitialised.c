// Copying uninitialised memory is nobody's fault, deciding by a copy is.
//@ test: --check-uninitialised
//@ bugs: 2
#include <lariat.h>
#include <string.h>
struct pair { int a, b; };
int main(void)
{
    struct pair p, q;
    char from[8], to[8];
    int which = lariat_range(0, 2, "which");
    p.a = 1;
    q = p;
    memcpy(to, from, sizeof to);
    if (q.a == 1)
        to[0] = 2;
    if (to[0] == 2)
        q.a = 3;
    if (which == 0 && q.b > 3)
        return 1;
    if (which == 1 && to[7] == 1)
        return 2;
    return 0;
}
