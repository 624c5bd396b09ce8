// long and pointers change their width with the data model; int and long long do not.
long add(long a, long b) {
    return a + b;
}

int index(int *p, long i) {
    return p[i];
}

unsigned long number(void *p) {
    return (unsigned long)p;
}

long difference(char *a, char *b) {
    return a - b;
}

long long wide(long long a, long b) {
    return a * b;
}

unsigned long promoted(unsigned a, long b) {
    return a + b;
}
