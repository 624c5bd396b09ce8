// The same for bitcode: its declarations are all there is.
//@ run: test %t/program.bc --out %t/out --json --quiet
//@ before: clang-19 -g -O0 -c -emit-llvm %s -o %t/program.bc
//@ exit: 1
//@ json: bugs/0/verdict/result == confirmed
struct pair { long long a, b, c; };
extern unsigned long long __VERIFIER_nondet_unsigned_long_long(void);
extern struct pair __VERIFIER_nondet_pair(void);

int main(void)
{
    int zero = 0;
    if (__VERIFIER_nondet_unsigned_long_long() == 0x8000000000000001ull && __VERIFIER_nondet_pair().c == -5)
        return 1 / zero;
    return 0;
}
