// A size computation overflows. The mended version.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 0
//@ json: bugs/# == 0
//@ json: complete == true
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void)
{
    int width, height;
    klee_make_symbolic(&width, sizeof width, "width");
    klee_make_symbolic(&height, sizeof height, "height");
    if (width < 0 || height < 0 || width > 1000 || height > 1000)
        return 1;
    int area = width * height;
    return area == 12;
}
