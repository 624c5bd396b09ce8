// What is far behind a null pointer is reached through a null pointer, too.
//@ test:
#include <lariat.h>
#include <stddef.h>
struct far {
    char before[100000];
    int field;
};
static struct far *pick(int n)
{
    static struct far here;
    return n == 7 ? NULL : &here;
}
static void clear(struct far *to)
{
    static const struct far empty;
    *(&to[1]) = empty; //! null-dereference
}
int main(void)
{
    int *numbers = NULL;
    switch (lariat_range(0, 4, "which")) {
    case 0: pick(lariat_int("n"))->field = 1; break; //! null-dereference
    case 1: numbers[100000] = 1; break; //! null-dereference
    case 2: return numbers[lariat_range(50000, 60000, "index")]; //! null-dereference
    case 3: return numbers[-5000]; //! null-dereference
    default: clear(NULL);
    }
    return 0;
}
