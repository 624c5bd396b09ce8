//@ run: test --quiet --query-work 1000 --out %t/out %s
//@ exit: 3
//@ stdout~: the solver did not decide a question: .* at .*hard_question.c:16
//@ stdout~: \d+ without an answer
// A product of two primes of 32 bits: too hard for so little work. The other side of the branch is explored.
void klee_make_symbolic(void *address, unsigned long size, const char *name);
void klee_assume(unsigned long condition);

int main(void) {
  unsigned long a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_assume(a > 1);
  klee_assume(b > a);
  klee_assume(b < 4294967296);
  if (a * b == 18446743979220271189ul) return 1;
  return 0;
}
