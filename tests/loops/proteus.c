// The loops of "Proteus: Computing Disjunctive Loop Summary via Path Dependency Analysis" (FSE 2016): the figures, table 2 and the examples in
// the text. After each loop's line what `lariat loops --from-code` says (after `executed`, what it says without that option, where what holds before the
// loop matters): type, order, states and transitions of the automaton, exact cases, whether there is an exact form by choices or a necessary condition only where
// data decides what iterations do, bound.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
#define LINT 0x0fffffff

// Figure 1(a), its automaton in figure 2(b), its cycle in figure 5 and table 2: the four traces
// of the paper, with first periods apart.
int figure_1a(int n, int x, int z) {
  while (x < n) // type 1, periodic, 3 states, 3 transitions, 7 cases: max(2*n - x - z, n - x)
    if (z > x) x++; else z++;
  return x == z;
}

// Figure 1(b).
int figure_1b(int i, int a, int j) {
  while (i < 100) { // type 2, irregular, 5 states, 16 transitions: -i + 100
    if (a <= 5) a++; else a -= 4;
    if (j < 8) j++; else j -= 3;
    i++;
  }
  return a + j;
}

// Figure 1(c).
int figure_1c(void) {
  int i = 0, k = 0;
  while (i < LINT) { // executed type 3, sequential, 2 states, 1 transitions: 268435455
    int j = __VERIFIER_nondet_int();
    __VERIFIER_assume(1 <= j);
    __VERIFIER_assume(j < LINT);
    i = i + j;
    k++;
  }
  return k;
}

// Figure 1(d), its automaton in figure 4(a): each of the three paths can follow each other one, and lead out.
int figure_1d(int x1, int x2, int x3, int c1, int c2) {
  while (x1 > 0 && x2 > 0 && x3 > 0) { // type 4, irregular, 6 states, 9 transitions, 0 cases, necessary only
    if (c1) x1 = x1 - 1;
    else if (c2) x2 = x2 - 1;
    else x3 = x3 - 1;
    c1 = __VERIFIER_nondet_int();
    c2 = __VERIFIER_nondet_int();
  }
  return x1 == 0 || x2 == 0 || x3 == 0;
}

// Figure 1(e).
int figure_1e(const char *a, const char *b, int la, int lb) {
  int i = 0, j = 0;
  while (i < la && j < lb) { // type 4, irregular, 4 states, 6 transitions, 0 cases, by choices: la, if no number leaves the range of its type
    if (a[i] == b[j]) { i++; j++; }
    else { i = i - j + 1; j = 0; }
  }
  return j == lb;
}

// Figure 1(f).
int figure_1f(void) {
  int s = 1, x1 = 0, x2 = 0;
  while (__VERIFIER_nondet_int()) { // type 3, periodic, 12 states, 17 transitions, necessary only
    if (s == 1) x1++;
    else if (s == 2) x2++;
    s++;
    if (s == 5) s = 1;
    if (s == 1 && x1 != x2) return 1;
  }
  return 0;
}

// Figure 6(a): the bound that the paper corrects.
int figure_6a(int n, int m) {
  if (!(0 < m && m < n)) return 0;
  int i = 0, j = 0;
  while (i < n && __VERIFIER_nondet_int()) { // executed type 3, periodic, 4 states, 5 transitions, necessary only: n + n*m
    if (j < m) j++;
    else { j = 0; i++; }
  }
  return i;
}

// The same without the input that may end it: the paper's one trace, π1^m (π2 π1^m)^(n-1) π2 π3.
int figure_6a_alone(int n, int m) {
  if (!(0 < m && m < n)) return 0;
  int i = 0, j = 0;
  while (i < n) { // executed type 1, periodic, 3 states, 3 transitions: n + n*m
    if (j < m) j++;
    else { j = 0; i++; }
  }
  return i;
}

// Figure 6(b): exact here, as the content of the array is not forgotten.
int figure_6b(const int *a, int size) {
  int j = 0;
  while (j < size && a[j] != 3) j++; // type 3, sequential, 3 states, 2 transitions, 2 cases: size
  return j;
}

// Section 3.1: a terminal state.
int terminal(int i) {
  while (i < 10) i = 0; // type 1, sequential, 2 states, 0 transitions, 2 cases
  return i;
}

// Section 4.2: a data-dependent condition.
int below(const int *v, int i, int key) {
  if (!(i > 0)) return 0;
  while (i >= 0 && v[i] > key) i--; // type 3, sequential, 3 states, 2 cases: i + 1
  return i;
}

// Section 5.2: a step of two, and a loop without bound.
int by_two(int n) {
  int i = 0;
  while (i < n) i += 2; // type 1, sequential, 2 states, 1 transitions, 2 cases: ceil(n/2)
  return i;
}
int back_and_forth(const int *a, int n) {
  int i = 0;
  while (i < n) { // type 4, irregular, 3 states, 3 transitions, by choices
    if (a[i] == 0) i++;
    else i -= 2;
  }
  return i;
}
