// A call through a pointer that is no function.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 1
//@ json: bugs/# == 1
//@ json: bugs/0/kind == invalid-call
//@ json: bugs/0/place/line == 12
//@ json: bugs/0/verdict/result == confirmed
typedef int (*callback)(int);
int main(void)
{
    callback call = (callback)0x1234;
    return call(3);
}
