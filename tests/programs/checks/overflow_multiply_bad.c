// A size computation overflows.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 1
//@ json: bugs/# == 1
//@ json: bugs/0/kind == signed-overflow
//@ json: bugs/0/place/line == 16
//@ json: bugs/0/verdict/result == confirmed
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void)
{
    int width, height;
    klee_make_symbolic(&width, sizeof width, "width");
    klee_make_symbolic(&height, sizeof height, "height");
    if (width < 0 || height < 0)
        return 1;
    int area = width * height;
    return area == 12;
}
