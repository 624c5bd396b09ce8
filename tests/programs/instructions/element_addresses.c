// Addresses through nested structs, arrays and matrices: constant parts are folded into one offset, variable ones scaled.
struct point { short x, y; };
struct shape { char kind; struct point corners[4]; double area; };
struct scene { int count; struct shape shapes[10]; struct scene *next; };

double *area(struct scene *s, int i) {
    return &s->shapes[i].area;
}

short *corner(struct scene *s, int i, int j) {
    return &s->shapes[i].corners[j].y;
}

struct scene **next(struct scene *s) {
    return &s->next;
}

int matrix(int m[5][7], int i, int j) {
    return m[i][j];
}

int negative(int *p) {
    return p[-1]; //~ pointer_add inbounds "- 4 inbounds" | load i32
}

int cube[2][3][4];
int *element(unsigned i) {
    return &cube[i][2][1];
}

int constant_element(void) {
    return cube[1][2][3]; //~ load i32
}
//@ run: show --json %s
//@ json: functions[name=area]/blocks/0/instructions/0/text == "%1 = s + 8 inbounds nusw"
//@ json: functions[name=area]/blocks/0/instructions/2/text == "%3 = %1 + 32*%2 inbounds nusw"
//@ json: functions[name=area]/blocks/0/instructions/3/text == "%4 = %3 + 24 inbounds nusw"
//@ json: functions[name=area]/blocks/0/instructions/3/location == {"file": "element_addresses.c", "line": 7, "column": 26}
//@ json: functions[name=corner]/blocks/0/instructions/5/text == "%6 = %4 + 4*%5 inbounds nusw"
//@ json: functions[name=next]/blocks/0/instructions/0/text == "%1 = s + 328 inbounds nusw"
//@ json: functions[name=matrix]/blocks/0/instructions/1/text == "%2 = m + 28*%1 inbounds nusw"
//@ json: functions[name=matrix]/parameters/0/type == "int (*)[7]"
//@ json: functions[name=element]/blocks/0/instructions/1/text == "%2 = @cube + 48*%1 inbounds nusw"
//@ json: functions[name=constant_element]/blocks/0/instructions/0/text == "%1 = load i32 @cube + 92"
//@ run: show --function matrix %s
//@ stdout: int matrix(int (*m)[7], int i, int j)
