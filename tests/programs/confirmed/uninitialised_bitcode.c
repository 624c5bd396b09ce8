// The same in bitcode.
//@ run: test %t/program.bc --out %t/out --json --quiet
//@ before: clang-19 -g -O0 -emit-llvm -c %s -o %t/program.bc -I%d/../../../runtime/include
//@ exit: 1
//@ json: bugs/# == 3
//@ json: bugs/0/verdict/result == confirmed
//@ json: bugs/1/verdict/result == confirmed
//@ json: bugs/2/verdict/result == confirmed
#include <assert.h>
#include <lariat.h>
#include <time.h>
int main(int argc, char **argv)
{
    (void)argv;
    int x = lariat_int("x"), numbers[4], one;
    numbers[0] = x;
    if (x == 1)
        one = argc;
    assert(one != 12345);
    assert(numbers[2] != 777);
    assert(time(0) != 1234567890);
    return 0;
}
