// Types that C writes around the name: arrays of function pointers, pointers to arrays, functions that return function pointers.
typedef int operation(int, int);
int add(int a, int b) { return a + b; }

int (*table[2])(int, int) = { add, add };
int (*(*nested)[2])(int, int) = &table;
const char *const words[3] = { "a", "b", "c" };
operation *chosen = add;
int (*choose(int which, operation *fallback))(int, int) {
    return which ? add : fallback;
}
void fill(char (*lines)[80], double (*f)(double), unsigned long (*const grid)[2][3]) {
    (*lines)[0] = f(1.0) > (double)(*grid)[1][1];
}
struct { int anonymous; } unnamed;
struct tree { struct tree *left, *right; union { int i; float f; } value; } root;

//@ run: show --json %s
//@ json: globals[name=table]/type == "int (*[2])(int, int)"
//@ json: globals[name=nested]/type == "int (*(*)[2])(int, int)"
//@ json: globals[name=words]/type == "const char *const[3]"
//@ json: globals[name=chosen]/type == "operation *"
//@ json: globals[name=unnamed]/type == "struct {…}"
//@ json: globals[name=root]/type == "struct tree"
//@ json: functions[name=choose]/result == "int (*)(int, int)"
//@ json: functions[name=choose]/parameters/1/type == "operation *"
//@ json: functions[name=fill]/parameters/0/type == "char (*)[80]"
//@ json: functions[name=fill]/parameters/1/type == "double (*)(double)"
//@ json: functions[name=fill]/parameters/2/type == "unsigned long (*const)[2][3]"
//@ run: show %s
//@ stdout: int (*@table[2])(int, int) = {[0]: @add, [8]: @add}
//@ stdout: const char *const @words[3]
//@ stdout: int (*choose(int which, operation *fallback))(int, int)
//@ stdout: void fill(char (*lines)[80], double (*f)(double), unsigned long (*const grid)[2][3])
