// A sum of what grows: the iteration in which it overflows has no closed form, but it is the only one, and it is executed.
//@ test: --entry overflows
//@ found: signed-overflow
//@ bugs: 1
//@ test: --entry fits
//@ bugs: none
//@ test: --entry just
//@ bugs: none
//@ test: --entry almost
//@ found: signed-overflow
//@ bugs: 1
//@ test: --entry down
//@ found: signed-overflow
//@ bugs: 1
//@ test: --entry turns
//@ bugs: none

int overflows(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    return sum == 5;
}

int fits(int n) {
    int sum = 0;
    if (n > 60000)
        return 0;
    for (int i = 0; i < n; i++)
        sum += i;
    return sum == 1799970000;
}

// The sum of the numbers below 65536 is 2147450880, which is the last one that fits.
int just(int n) {
    int sum = 0;
    if (n > 65536)
        return 0;
    for (int i = 0; i < n; i++)
        sum += i;
    return sum == 2147450880;
}

int almost(int n) {
    int sum = 0;
    if (n > 65537)
        return 0;
    for (int i = 0; i < n; i++)
        sum += i;
    return sum == 2147450880;
}

int down(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum -= i;
    return sum == -5;
}

// First it becomes smaller, then larger again.
int turns(int n) {
    int sum = 0;
    if (n > 30000)
        return 0;
    for (int i = -30000; i < n; i++)
        sum += i;
    return sum == -30000;
}
