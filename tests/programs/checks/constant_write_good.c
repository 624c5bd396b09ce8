// A string literal is written to. The mended version.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 0
//@ json: bugs/# == 0
//@ json: complete == true
int main(void)
{
    char s[] = "constant";
    s[0] = 'C';
    return s[0];
}
