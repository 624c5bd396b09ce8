//@ run: test --quiet --no-coverage --max-steps 20000 --out %t/out %s
//@ exit: 3
//@ stdout: 1 path: the limit of steps on a path was reached
//@ stdout~: ^paths +2 
// One of two paths never ends.
void klee_make_symbolic(void *address, unsigned long size, const char *name);

int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  volatile unsigned n = 0;
  if (x == 3)
    for (;;) n++;
  return 0;
}
