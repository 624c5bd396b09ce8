//@ verify: true
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = 0, y = 0;
  while (x < 0x0fffffff) {
    y = 0;
    while (y < 10) y++;
    x++;
  }
  if (y != 10) reach_error();
  return 0;
}
