// A symbolic index writes past the end of a local array. The mended version.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 0
//@ json: bugs/# == 0
//@ json: complete == true
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void)
{
    int a[8] = {0}, i;
    klee_make_symbolic(&i, sizeof i, "i");
    if (i < 0 || i >= 8)
        return 1;
    a[i] = 1;
    return a[0];
}
