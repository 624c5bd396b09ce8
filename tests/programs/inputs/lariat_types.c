// Every type of lariat.h; each value that is asked for is there.
//@ test:
//@ input: bool == 1
//@ input: char == -3
//@ input: uchar == 200
//@ input: short == -300
//@ input: ushort == 60000
//@ input: int == -70000
//@ input: uint == 4000000000
//@ input: long == -5000000000
//@ input: ulong == 18000000000000000000
//@ input: longlong == -6000000000
//@ input: ulonglong == 17000000000000000000
//@ input: size == 123456789012
#include <lariat.h>
int main(void)
{
    _Bool ok = lariat_bool("bool");
    ok &= lariat_char("char") == -3;
    ok &= lariat_uchar("uchar") == 200;
    ok &= lariat_short("short") == -300;
    ok &= lariat_ushort("ushort") == 60000;
    ok &= lariat_int("int") == -70000;
    ok &= lariat_uint("uint") == 4000000000;
    ok &= lariat_long("long") == -5000000000;
    ok &= lariat_ulong("ulong") == 18000000000000000000u;
    ok &= lariat_longlong("longlong") == -6000000000;
    ok &= lariat_ulonglong("ulonglong") == 17000000000000000000u;
    ok &= lariat_size("size") == 123456789012;
    ok &= lariat_float("float") == 1.5f;
    ok &= lariat_double("double") == -0.25;
    lariat_assert(!ok); //! assertion-failure
    return 0;
}
