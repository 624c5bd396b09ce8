// Inputs are written by their types in the source: numbers, lists, fields by name, texts.
//@ run: reach --quiet --target found --out %t/out %s
//@ stdout: a = {-3, 0, 0, 7} (int[4])
//@ stdout: name = "hi\0\n" (char[8])
//@ stdout: raw = {0, 200, 0} (unsigned char[3])
//@ stdout: m = {{0, 0, 0}, {0, 0, 9}} (int[2][3])
//@ stdout: half = 0.5 (double)
//@ stdout: numbers = {0, -2, 0} (short[3])
//@ stdout: g = {.x = 4, .flag = 5, .sign = -1, .color = GREEN, .name = "\"", .u = {.i = 77}} (struct record)
//@ stdout: count = -9 (int)
#include <klee/klee.h>
#include <stdlib.h>

enum color { RED, GREEN = 5 };

struct record {
    int x;
    unsigned flag : 3;
    signed sign : 2;
    enum color color;
    char name[4];
    union {
        int i;
        char c;
    } u;
} g;

void found(void) {}

int main(void) {
    int a[4], m[2][3];
    char name[8];
    unsigned char raw[3];
    double half;
    short *numbers = malloc(3 * sizeof(short));
    klee_make_symbolic(a, sizeof a, "a");
    klee_make_symbolic(m, sizeof m, "m");
    klee_make_symbolic(name, sizeof name, "name");
    klee_make_symbolic(raw, sizeof raw, "raw");
    klee_make_symbolic(&half, sizeof half, "half");
    klee_make_symbolic(numbers, 3 * sizeof(short), "numbers");
    klee_make_symbolic(&g, sizeof g, "g");
    int count = klee_int("count");
    if (a[0] != -3 || a[1] || a[2] || a[3] != 7 || half != 0.5 || count != -9)
        return 0;
    if (name[0] != 'h' || name[1] != 'i' || name[2] || name[3] != '\n' || name[4] || name[5] || name[6] || name[7])
        return 0;
    if (raw[0] || raw[1] != 200 || raw[2] || numbers[0] || numbers[1] != -2 || numbers[2])
        return 0;
    for (int i = 0; i < 6; i++)
        if (m[i / 3][i % 3] != (i == 5 ? 9 : 0))
            return 0;
    if (g.x == 4 && g.flag == 5 && g.sign == -1 && g.color == GREEN && g.name[0] == '"' && !g.name[1] && !g.name[2] && !g.name[3] && g.u.i == 77)
        found();
    return 0;
}
