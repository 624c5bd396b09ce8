// Pointer arithmetic in elements, negative steps, comparison with the end, loads and stores with their alignment.
int forward(int *p, int i, long j, unsigned k) {
    int a = p[i];     //~ sext i64 | pointer_add inbounds | load i32 align=4
    int b = p[j];     //~ pointer_add inbounds
    int c = *(p + k); //~ zext i64 | pointer_add inbounds
    return a + b + c;
}

int *backward(int *p, int n) {
    p--;          //~ pointer_add inbounds "- 4 inbounds"
    p -= 2;       //~ pointer_add inbounds "- 8 inbounds"
    return p - n; //~ sub i64 | pointer_add inbounds
}

char *bytes(char *p) {
    p += 3;     //~ pointer_add inbounds "+ 3 inbounds"
    *p++ = 'x'; //~ pointer_add inbounds "+ 1 inbounds" | store align=1
    return p;
}

long difference(double *p, double *q) {
    return p - q; //~ ptrtoint i64 | sdiv exact i64 8
}

void *step(void *p) {
    return p + 5; //~ pointer_add "+ 5 inbounds"
}

int twice(int **pp) {
    return **pp; //~ load ptr align=8 | load i32 align=4
}
