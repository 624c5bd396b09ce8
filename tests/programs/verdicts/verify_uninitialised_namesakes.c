// Two uninitialised variables of one name. What conditions say about the one that is not in memory must not be taken for the
// other: all states would be dropped, because none has both 5 and 7 in one variable. There is a violation, too deep to be found in the
// time; a proof would be wrong.
//@ verify: --time 5s
//@ verdict: not true
extern void __VERIFIER_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int seen = 0;
  {
    int x[1];
    if (x[0] == 5) seen = 1;
  }
  {
    int x;
    if (x != 7 || !seen) return 0;
  }
  unsigned n = __VERIFIER_nondet_uint(), mixed = 1, third = 0;
  if (n > 3000000) return 0;
  for (unsigned i = 0; i < n; i++) {
    mixed = mixed * mixed * 1103515245u + (mixed >> 7) + i;
    if (mixed % 3 == 1) third++;
  }
  if (n > 2999950 && third > 20 && mixed % 5 != 9) __VERIFIER_error();
  return 0;
}
