// A symbolic index reads before the start of a global array.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 1
//@ json: bugs/# == 1
//@ json: bugs/0/kind == out-of-bounds-read
//@ json: bugs/0/place/line == 16
//@ json: bugs/0/verdict/result == confirmed
void klee_make_symbolic(void *, unsigned long, const char *);
int table[10];
int main(void)
{
    signed char i;
    klee_make_symbolic(&i, sizeof i, "i");
    if (i >= 10)
        return 1;
    return table[i];
}
