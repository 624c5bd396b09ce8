// A pointer to a variable outlives its block.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 1
//@ json: bugs/# == 1
//@ json: bugs/0/kind == use-after-scope
//@ json: bugs/0/place/line == 15
//@ json: bugs/0/verdict/result == confirmed
int main(void)
{
    int *p;
    {
        int inner[4] = {1, 2, 3, 4};
        p = &inner[1];
    }
    return *p;
}
