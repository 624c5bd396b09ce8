// Variable-length arrays and alloca: size computed at run time; the stack is saved and restored around their scope.
int vla(int n) {
    int a[n];  //~ alloca i32
    a[n - 1] = 7;
    return a[0];
}

int scoped(int n) {
    int total = 0;
    for (int i = 1; i < n; i++) {
        char buffer[i]; //~ stack_save | alloca i8
        buffer[0] = i;
        total += buffer[0];
    }
    return total;
}

int two_dimensions(int n, int m) {
    int a[n][m]; //~ mul i64 | alloca i32
    a[1][2] = 3;
    return sizeof a; //~ mul
}

int parameter(int n, int a[n][n]) {
    return a[1][1];
}

char *on_stack(int n) {
    char *p = __builtin_alloca(n); //~ alloca i8
    p[0] = 1;
    return p;
}
//@ run: show --json %s
//@ json: functions[name=vla]/blocks/0/instructions[result=&a]/text == "&a = alloca i32 × __vla_expr0, align 16"
//@ json: functions[name=scoped]/loops/0/depth == 1
//@ json: functions[name=parameter]/parameters/1/name == a
//@ run: show --function scoped %s
//@ stdout: stack save
//@ stdout: stack restore
