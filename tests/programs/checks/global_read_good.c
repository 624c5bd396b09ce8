// A symbolic index reads before the start of a global array. The mended version.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 0
//@ json: bugs/# == 0
//@ json: complete == true
void klee_make_symbolic(void *, unsigned long, const char *);
int table[10];
int main(void)
{
    signed char i;
    klee_make_symbolic(&i, sizeof i, "i");
    if (i >= 10 || i < 0)
        return 1;
    return table[i];
}
