// clang folds conversions of constants; those that do not fit are undefined where they are executed.
//@ run: test %s -DVALUE=1e30 --out %t/a --time 2m
//@ exit: 1
//@ stdout: signed-overflow at
//@ stdout: a constant does not fit the integer it is converted to
//@ run: test %s -DVALUE=__builtin_nan(\"\") --out %t/b --time 2m
//@ exit: 1
//@ run: verify %s -DVALUE=-2147483648.5 --property no-overflow --out %t/c --time 2m
//@ stdout: true
//@ run: verify %s -DVALUE=1e30 -DNEVER --property no-overflow --out %t/d --time 2m
//@ stdout: true
int main(int argc, char **argv)
{
    int number = 0;
#ifdef NEVER
    if (argc > 5 && argc < 5)
#endif
        number = (int)VALUE;
    return number == 4;
}
