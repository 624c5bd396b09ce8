//@ run: test --quiet --no-coverage --max-depth 3 --out %t/out %s
//@ exit: 3
//@ stdout~: ^  \d+ paths: the limit of branches on a path was reached
//@ run: test --quiet --no-coverage --max-depth 2 --json --out %t/out %s
//@ exit: 3
//@ json: complete == false
//@ run: test --quiet --no-coverage --max-tests 7 --all-paths --out %t/out %s
//@ exit: 3
//@ stdout: enough was found
//@ stdout~: ^tests +7 in
//@ run: test --quiet --no-coverage --memory 1M --max-work 20000 --out %t/out %s
//@ exit: 2
//@ stderr: at least 96M
//@ run: test --quiet --no-coverage --time 200ms --out %t/out %s
//@ exit: 3
//@ stdout: the time was up
// Paths without end: every limit ends the run with its name, and what was found until then is there.
void klee_make_symbolic(void *address, unsigned long size, const char *name);

int main(void) {
  unsigned n = 0;
  for (;;) {
    unsigned char more;
    klee_make_symbolic(&more, 1, "more");
    switch (more) {
    case 1: n += 2; break;
    case 2: n += 3; break;
    case 3: return n;
    default: n++;
    }
    if (more > 100) n *= 2;
  }
}
