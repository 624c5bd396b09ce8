//@ verify: false
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = 10;
  while (x >= 10) x += 2;
  if (x % 2 == 0) reach_error();
  return 0;
}
