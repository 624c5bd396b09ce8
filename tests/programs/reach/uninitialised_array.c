//@ run: reach --quiet --target goal --out %t/out %s
//@ stdout~: table \(uninitialised in main\) = \{.*, -7, .*\} \(short\[4\]\)
//@ stdout~: ^verdict: reached
// The same for a variable in memory, of which some elements are written before the others are read.
void goal(void) {}

int main(void) {
  short table[4];
  short *at = table;
  table[3] = 12;
  while (at < table + 3 && at[0] < at[1]) at++;
  if (at == table + 3 && table[2] == -7) goal();
  return 0;
}
