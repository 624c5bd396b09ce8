//@ verify: false
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  while (x < 0x0fffffff) x++;
  if (x > 0x0fffffff) reach_error();
  return 0;
}
