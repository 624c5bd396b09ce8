// A line that an input reaches.
//@ reach: --target reach_line.c:9
//@ verdict: reached
#include <lariat.h>
int main(void)
{
    unsigned x = lariat_uint("x");
    if (x * 7 == 0x12345673)
        x = 0; // here
    return x == 0;
}
