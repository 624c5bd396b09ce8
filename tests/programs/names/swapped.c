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
//@ run: show --json --loops %s
//@ json: [function=gcd]/state has a
//@ json: [function=gcd]/state has b
//@ json: [function=gcd]/state/# == 2
//@ json: [function=fibonacci]/state has i
//@ json: [function=fibonacci]/state has previous
//@ json: [function=fibonacci]/state has current
//@ json: [function=fibonacci]/state/# == 3
