// A call through a pointer that is no function. The mended version.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 0
//@ json: bugs/# == 0
//@ json: complete == true
typedef int (*callback)(int);
static int twice(int x) { return 2 * x; }
int main(void)
{
    callback call = twice;
    return call(3);
}
