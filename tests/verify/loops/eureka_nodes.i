//@ verify: true
extern void __VERIFIER_error() __attribute__ ((__noreturn__));
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int();
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
    ERROR: __VERIFIER_error();
  }
  return;
}
int FAR = 899;
int main() {
  int nodes = __VERIFIER_nondet_int();
  int edges = __VERIFIER_nondet_int();
  if (!(0 <= nodes && nodes <= 4)) return 0;
  if (!(0 <= edges && edges <= 13)) return 0;
  int source = 0;
  int Source[14] = {0,4,1,1,0,0,1,3,4,4,2,2,3,2};
  int Dest[14] = {1,3,4,1,1,4,3,4,3,0,0,0,2,3};
  int Weight[14] = {0,1,2,3,4,5,6,7,8,9,10,11,12,13};
  int distance[5];
  int x, y;
  int i, j;
  for (i = 0; i < nodes; i++) {
    if (i == source) { distance[i] = 0; } else { distance[i] = FAR; }
  }
  for (i = 0; i < nodes; i++) {
    for (j = 0; j < edges; j++) {
      x = Dest[j]; y = Source[j];
      if (x < nodes && y < nodes)
      if (distance[x] > distance[y] + Weight[j]) { distance[x] = distance[y] + Weight[j]; }
    }
  }
  for (i = 0; i < edges; i++) {
    x = Dest[i]; y = Source[i];
    if (x < nodes && y < nodes)
    if (distance[x] > distance[y] + Weight[i]) { return 0; }
  }
  for (i = 0; i < nodes; i++) { __VERIFIER_assert(distance[i] >= 0); }
  return 0;
}
