// A string literal is written to.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 1
//@ json: bugs/# == 1
//@ json: bugs/0/kind == write-to-constant
//@ json: bugs/0/place/line == 11
//@ json: bugs/0/verdict/result == confirmed
int main(void)
{
    char *s = "constant";
    s[0] = 'C';
    return s[0];
}
