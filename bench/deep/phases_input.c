//@ verify: true
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = 0, limit = __VERIFIER_nondet_uint();
  if (limit >= 0x7fffffff) return 0;
  unsigned y = limit;
  while (x < y) {
    if (x < limit / 2) x++;
    else y--;
  }
  if (x > limit) reach_error();
  return 0;
}
