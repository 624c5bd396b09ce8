//@ run: reach --quiet --target rare --out %t/out %s
//@ stdout: an input that reaches
//@ stdout: verdict: reached
//@ run: reach --quiet --target never --out %t/out %s
//@ stdout: verdict: unreachable
// A function is a target by its name: its only block is entered by calls and by no edge.
void klee_make_symbolic(void *address, unsigned long size, const char *name);

static int rare(int x) { return x - 1; }
static int never(int x) { return x + 1; }

int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x == 77) return rare(x);
  if (x > 10 && x < 11) return never(x);
  return 0;
}
