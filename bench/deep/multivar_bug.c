//@ verify: false
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned y = x + 1;
  while (x < 0x0fffff00) {
    x++;
    y++;
  }
  if (x != y) reach_error();
  return 0;
}
