//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: limit \(uninitialised in main\) = \d+ \(int\)
//@ stdout~: ^verdict: reached
// What a local variable holds before it is written is chosen like an input, and the native run gets it.
void goal(void) {}

int main(void) {
  int limit, steps = 0;
  while (steps < limit) steps += 3;
  if (steps == 300) goal();
  return 0;
}
