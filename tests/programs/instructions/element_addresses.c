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
    return p[-1]; //~ ptradd inbounds -4 | load i32
}

int cube[2][3][4];
int *element(unsigned i) {
    return &cube[i][2][1];
}

int constant_element(void) {
    return cube[1][2][3]; //~ load i32
}
