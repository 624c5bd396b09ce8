// Objects whose lives clang does not mark: in statements without braces, and declared where nothing is executed.
//@ run: verify %s -DFOR --property valid-memsafety --out %t/a --time 2m
//@ exit: 3
//@ stdout: use-after-scope
//@ stdout: unknown
//@ run: verify %s -DWHILE --property valid-memsafety --out %t/b --time 2m
//@ exit: 3
//@ stdout: use-after-scope
//@ run: verify %s -DDO --property valid-memsafety --out %t/c --time 2m
//@ exit: 3
//@ stdout: use-after-scope
//@ run: verify %s -DSWITCH --property valid-memsafety --out %t/d --time 2m
//@ exit: 3
//@ stdout: use-after-scope
//@ run: verify %s -DFALLS --property valid-memsafety --out %t/e --time 2m
//@ exit: 3
//@ stdout: use-after-scope
//@ run: verify %s -DGOTO --property valid-memsafety --out %t/f --time 2m
//@ exit: 3
//@ stdout: use-after-scope
//@ run: verify %s -DENDLESS --property valid-memsafety --out %t/g --time 2m
//@ exit: 3
//@ stdout: use-after-scope
int main(int argc, char **argv)
{
    int *p = 0, n = 0;
#ifdef FOR
    for (int i = 0; i < 3; i++)
        p = &(int){ i };
    n = *p;
#elif defined(WHILE)
    while (n < 3 && n >= 0)
        if (p == 0 || *p < 7)
            p = (int[]){ 5, n++ };
#elif defined(DO)
    do
        n += *(p = &(int){ n + 1 });
    while (n < 5);
    n = *p;
#elif defined(SWITCH)
    for (int i = 0; i < 2; i++)
        switch (i) {
            int x;
        case 0:
            x = 3;
            p = &x;
            break;
        case 1:
            n = *p;
        }
#elif defined(FALLS)
    for (int i = 0; i < 2; i++)
        switch (i) {
            int x;
        case 0:
            x = 3;
            p = &x;
        case 1:
            n = *p;
            x = 4;
        }
#elif defined(GOTO)
    goto inside;
    {
        int x;
inside:
        x = 4;
        p = &x;
    }
    n = *p;
#else
    for (;;)
        if (*(p = &(int){ 3 }) == 3)
            break;
    n = *p;
#endif
    return n;
}
