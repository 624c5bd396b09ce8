// Pointer arithmetic in elements, negative steps, comparison with the end, loads and stores with their alignment.
int forward(int *p, int i, long j, unsigned k) {
    int a = p[i];     //~ sext i64 | ptradd inbounds | load i32 align 4
    int b = p[j];     //~ ptradd inbounds
    int c = *(p + k); //~ zext i64 | ptradd inbounds
    return a + b + c;
}

int *backward(int *p, int n) {
    p--;          //~ ptradd inbounds -4
    p -= 2;       //~ ptradd inbounds -8
    return p - n; //~ sub i64 | ptradd inbounds
}

char *bytes(char *p) {
    p += 3;     //~ ptradd inbounds 3
    *p++ = 'x'; //~ ptradd inbounds 1 | store align 1
    return p;
}

long difference(double *p, double *q) {
    return p - q; //~ ptrtoint i64 | sdiv exact i64 8
}

void *step(void *p) {
    return p + 5; //~ ptradd 5
}

int twice(int **pp) {
    return **pp; //~ load ptr align 8 | load i32 align 4
}
