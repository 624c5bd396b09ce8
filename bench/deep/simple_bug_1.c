//@ verify: false
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = 0;
  while (x < 0x0fffffff) x++;
  if (x > 0x0ffffffe) reach_error();
  return 0;
}
