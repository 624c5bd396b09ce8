//@ verify: true
# 1 "rise_then_fall.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "rise_then_fall.c"
extern void __VERIFIER_error(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int main(void) {
  int up = 1, x = 0, turns = 0;
  while (turns < 10000) {
    if (up) { x++; if (x == 50) up = 0; }
    else { x--; if (x == 0) up = 1; }
    turns++;
    __VERIFIER_assert(0 <= x && x <= 50);
  }
  return 0;
}
