//@ verify: false
extern void __VERIFIER_error() __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
struct state { short low, high; char *name; unsigned char set; };
int main(void) {
  struct state state;
  struct state *at = &state;
  at->set = 1;
  while (at->low < at->high && at->set) at->low += 3;
  if (at->low == 1000) __VERIFIER_assert(at->high != 998);
  return 0;
}
