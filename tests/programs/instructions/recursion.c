// Recursion: direct, mutual, and through a tail call.
int factorial(int n) {
    return n <= 1 ? 1 : n * factorial(n - 1); //~ call factorial | mul nsw
}

int odd(unsigned n);
int even(unsigned n) {
    if (n == 0)
        return 1;
    return odd(n - 1); //~ call odd
}
int odd(unsigned n) {
    if (n == 0)
        return 0;
    return even(n - 1); //~ call even
}

int ackermann(int m, int n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1); //~ call ackermann
    return ackermann(m - 1, ackermann(m, n - 1));
}
//@ run: show --json %s
//@ json: functions[name=odd]/blocks[name=if.end]/instructions[kind=call]/callee == even
//@ json: functions[name=ackermann]/loops == []
