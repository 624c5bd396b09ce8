//@ verify: false
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = 0, phase = 0, y = 0;
  while (x < 0x0ffffff0) {
    phase = phase == 2 ? 0 : phase + 1;
    if (phase == 0) y++;
    x++;
  }
  if (y == 0x0ffffff0 / 3) reach_error();
  return 0;
}
