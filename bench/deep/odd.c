//@ verify: true
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = 1;
  while (x < 0x0fffffff) x += 2;
  if (x % 2 != 1) reach_error();
  return 0;
}
