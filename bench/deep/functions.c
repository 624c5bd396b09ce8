//@ verify: true
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);

static unsigned step(unsigned z) { return z + 2; }

int main(void) {
  unsigned x = 0;
  while (x < 0x0fffffff) x = step(x);
  if (x % 2 != 0) reach_error();
  return 0;
}
