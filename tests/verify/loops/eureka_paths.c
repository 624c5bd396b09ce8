//@ verify: true
extern void __VERIFIER_error(void);
void __VERIFIER_assert(int cond) {
  if (!cond) {
    ERROR: goto ERROR_CALL;
    ERROR_CALL: __VERIFIER_error();
  }
}
int main(void) {
  int source[6] = {0, 0, 1, 2, 3, 3}, dest[6] = {1, 2, 3, 3, 4, 4}, weight[6] = {4, 1, 2, 6, 3, 1};
  int dist[5], i, j;
  for (i = 0; i < 5; i++) dist[i] = (i == 0) ? 0 : 899;
  for (i = 0; i < 5; i++)
    for (j = 0; j < 6; j++) {
      int x = dest[j], y = source[j];
      if (dist[x] > dist[y] + weight[j]) dist[x] = dist[y] + weight[j];
    }
  for (i = 0; i < 6; i++) __VERIFIER_assert(dist[dest[i]] <= dist[source[i]] + weight[i]);
  for (i = 0; i < 5; i++) __VERIFIER_assert(dist[i] >= 0);
  return 0;
}
