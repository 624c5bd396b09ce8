// Ternaries and short-circuit operators become phis; their result keeps the variable's name.
int ternary(int c, int a, int b) {
    int chosen = c ? a : b;
    return chosen;
}

int elvis(int a) {
    return a ?: 5;
}

int short_circuit(int a, int b, int c) {
    int both = a && b;
    int either = a || b;
    if (a && (b || c))
        return both;
    return either;
}

int comma(int a) {
    int x = (a++, a * 2); //~ add nsw i32 | mul nsw i32
    return x;
}

int nested(int a) {
    return a < 0 ? -1 : a > 0 ? 1 : 0;
}

int joined(int a) {
    int r;
    if (a > 10)
        r = a - 10;
    else
        r = a + 10;
    return r;
}
