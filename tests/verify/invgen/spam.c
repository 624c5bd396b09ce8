//@ verify: true
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: __VERIFIER_error(); }
  return;
}
int main(void) {
  int len, i, j, size;
  len = __VERIFIER_nondet_int();
  size = __VERIFIER_nondet_int();
  int limit = size - 4;
  if (!(size >= 0 && size <= 100000)) return 0;
  if (!(len >= 0 && len <= 100000)) return 0;
  for (i = 0; i < len;) {
    for (j = 0; i < len && j < limit;) {
      if (i + 1 < len) {
        __VERIFIER_assert(i + 1 < len);
        __VERIFIER_assert(0 <= i);
        if (__VERIFIER_nondet_int()) goto other;
        __VERIFIER_assert(i < len);
        __VERIFIER_assert(0 <= j);
        __VERIFIER_assert(j < size);
        j++; i++;
        __VERIFIER_assert(i < len);
        __VERIFIER_assert(j < size);
        j++; i++;
      } else {
      other:
        __VERIFIER_assert(i < len);
        __VERIFIER_assert(0 <= i);
        __VERIFIER_assert(j < size);
        __VERIFIER_assert(0 <= j);
        j++; i++;
      }
    }
    if (j >= limit || j < 0) break;
  }
  return 0;
}
