//@ verify: true
//@ property: termination
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i, j, k = 0, n = __VERIFIER_nondet_int();
  for (i = 0; i < n; i++)
    for (j = i; j < n; j++) k++;
  return k;
}
