//@ verify: false
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = 0;
  while (x < 0x0fffffff) {
    if (x < 0xfff0) x++;
    else x += 2;
  }
  if (x % 2 == 0) reach_error();
  return 0;
}
