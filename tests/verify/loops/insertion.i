//@ verify: true unknown-ok
# 1 "loops_insertion.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "loops_insertion.c"
extern void __VERIFIER_error() __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int();
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: __VERIFIER_error(); } return; }
int main() {
  int v[4], i, j, k, key;
  for (i = 0; i < 4; i++) v[i] = __VERIFIER_nondet_int();
  for (j = 1; j < 4; j++) {
    key = v[j];
    i = j - 1;
    while (i >= 0 && v[i] > key) { v[i + 1] = v[i]; i = i - 1; }
    v[i + 1] = key;
  }
  for (k = 1; k < 4; k++) __VERIFIER_assert(v[k - 1] <= v[k]);
  return 0;
}
