//@ verify: false
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = 0, y = 0, n = __VERIFIER_nondet_uint();
  while (x < n) {
    if (x < 0x00ffffff) y++;
    else y += 3;
    x++;
  }
  if (n == 0x02000000 && y == 0x00ffffff + 3 * 0x01000001) reach_error();
  return 0;
}
