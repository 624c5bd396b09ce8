// A symbolic index writes past the end of a local array.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 1
//@ json: bugs/# == 1
//@ json: bugs/0/kind == out-of-bounds-write
//@ json: bugs/0/place/line == 15
//@ json: bugs/0/verdict/result == confirmed
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void)
{
    int a[8] = {0}, i;
    klee_make_symbolic(&i, sizeof i, "i");
    if (i < 0)
        return 1;
    a[i] = 1;
    return a[0];
}
