// clang folds these before there is an instruction. C does not define them, so nothing is proved about overflow.
//@ verify: --property no-overflow -DGLOBAL
//@ verdict: unknown (C does not define the constant expression at
//@ verify: --property no-overflow -DGLOBAL --cflags=-w
//@ verdict: unknown (C does not define the constant expression at
//@ verify: --property no-overflow -DENUMERATOR --cflags=-Wno-integer-overflow
//@ verdict: unknown (C does not define the constant expression at
//@ verify: --property no-overflow -DLABEL
//@ verdict: unknown (C does not define the constant expression at
//@ verify: --property no-overflow -DELEMENT
//@ verdict: unknown (C does not define the constant expression at
//@ verify: --property no-overflow -DHIDDEN --cflags=-w
//@ verdict: unknown (C does not define the constant expression at
//@ verify: --property no-overflow -DGLOBAL --wrapv
//@ verdict: true
//@ verify: --property no-overflow
//@ verdict: true
#include <limits.h>
#define TWICE(x) ((x) * 2)
#ifdef GLOBAL
int number = INT_MAX + 1;
#else
unsigned number = UINT_MAX + 1u;
#endif
#ifdef HIDDEN
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winteger-overflow"
long hidden = 65536 * 65536;
#pragma clang diagnostic pop
#endif
#ifdef ENUMERATOR
enum { LARGE = -(-INT_MAX - 1) };
#endif
int main(int argc, char **argv)
{
#ifdef ELEMENT
    static int table[] = {1, TWICE(INT_MAX)};
    return table[0];
#endif
    switch (argc) {
#ifdef LABEL
    case INT_MAX + 1:
        return 1;
#endif
    default:
        return number != 0 && argv == 0;
    }
}
