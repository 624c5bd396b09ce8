//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: x \(uninitialised in main\) = 5
//@ stdout~: x \(uninitialised in main\) = 7
//@ stdout~: ^verdict: reached
// Two uninitialised variables of one name, of which only one is in memory: they are inputs with names of their own.
void goal(void) {}

int main(void) {
  int seen = 0;
  {
    int x[1];
    if (x[0] == 5) seen = 1;
  }
  {
    int x;
    if (x == 7 && seen) goal();
  }
  return 0;
}
