// Function pointers in initialisers, alone, in arrays of structs, of declared and defined functions.
int defined(int a) { return a; }
extern int declared(int);
static int hidden(int a) { return -a; }

int (*single)(int) = defined;
struct command { const char *name; int (*run)(int); int flags; };
const struct command commands[] = {
    { "defined", defined, 1 },
    { "declared", declared, 2 },
    { "hidden", hidden, 3 },
    { 0, 0, 0 },
};
