// Two variables that exchange values in a loop share values; each header value still has its own name.
unsigned gcd(unsigned a, unsigned b) {
    while (b != 0) {
        unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

int fibonacci(int n) {
    int previous = 0, current = 1;
    for (int i = 0; i < n; i++) {
        int next = previous + current;
        previous = current;
        current = next;
    }
    return previous;
}
