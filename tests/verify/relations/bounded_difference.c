//@ verify: true
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int main(void) {
  int lead = 0, follow = 0;
  while (__VERIFIER_nondet_int()) {
    if (lead < 100000 && lead - follow < 5) lead++;
    if (__VERIFIER_nondet_int() && follow < lead) follow++;
    __VERIFIER_assert(follow <= lead);
    __VERIFIER_assert(lead - follow <= 5);
  }
  return 0;
}
