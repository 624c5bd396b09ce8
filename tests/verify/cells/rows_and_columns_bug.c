//@ verify: false
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: __VERIFIER_error(); } }
int main(void) {
  int m[10][12];
  int j,k;
  for(j=0;j<10;j++) for(k=0;k<12;k++) m[j][k]=j;
  for(j=0;j<10;j++) for(k=0;k<10;k++) __VERIFIER_assert(m[k][j]==j);
  return 0;
}
