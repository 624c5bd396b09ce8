// Local variables keep their names after they have become values: assignments, phis, arrays and structs in memory.
struct point { int x, y; };

int values(int n) {
    int doubled = n * 2;
    int squared = doubled * doubled;
    return squared;
}

int joined(int c) {
    int result;
    if (c > 0)
        result = c - 1;
    else
        result = c + 1;
    return result;
}

int in_memory(int i) {
    int table[4] = { 1, 2, 3, 4 };
    struct point p = { i, 2 };
    int *alias = &p.x;
    return table[i & 3] + *alias;
}

int escaping(void) {
    int target = 3;
    int *pointer = &target;
    *pointer = 5;
    return target;
}

char *register_and_const(const char *text) {
    register const char *cursor = text;
    const int step = 1;
    cursor += step;
    return (char *)cursor;
}
