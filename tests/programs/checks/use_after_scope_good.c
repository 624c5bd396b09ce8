// A pointer to a variable outlives its block. The mended version.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 0
//@ json: bugs/# == 0
//@ json: complete == true
int main(void)
{
    int *p;
    int inner[4] = {1, 2, 3, 4};
    p = &inner[1];
    return *p;
}
