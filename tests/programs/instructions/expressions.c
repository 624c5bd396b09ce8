// Statement expressions, compound literals, _Generic, typeof, sizeof without evaluation.
#define MAX(a, b) ({ __typeof__(a) x = (a); __typeof__(b) y = (b); x > y ? x : y; })
#define KIND(v) _Generic((v), int: 1, double: 2, char *: 3, default: 4)

struct point { int x, y; };
static int length(struct point p) { return p.x + p.y; }

int maximum(int a, int b) {
    return MAX(a + 1, b); //~ add nsw | sgt i32
}

int literal(int a) {
    return length((struct point){ .y = a, .x = 2 }); //~ call length
}

int *array_literal(int i) {
    int *p = (int[]){ 10, 20, 30 };
    p[i] = 1;
    return p[0] ? 0 : p + 1;
}

int generic(void) {
    int i = 0; double d = 0; char *s = 0; float f = 0;
    return KIND(i) * 1000 + KIND(d) * 100 + KIND(s) * 10 + KIND(f);
}

unsigned long unevaluated(int *p) {
    return sizeof(*p++) + sizeof(int[7]) + _Alignof(struct point);
}
//@ run: show --json --quiet %s
//@ json: functions[name=maximum]/variables[name=x]/type == int
//@ json: functions[name=literal]/blocks/0/instructions[callee=length]/operands/0/type == i64
//@ json: functions[name=generic]/blocks/0/instructions/0/text == "return 1234"
//@ json: functions[name=unevaluated]/blocks/0/instructions/0/text == "return 36"
