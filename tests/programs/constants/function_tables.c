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
//@ run: show --json %s
//@ json: globals[name=single]/initializer/relocations/0/value == "@defined"
//@ json: globals[name=single]/type == "int (*)(int)"
//@ json: globals[name=commands]/size == 96
//@ json: globals[name=commands]/constant == true
//@ json: globals[name=commands]/initializer/relocations/# == 6
//@ json: globals[name=commands]/initializer/relocations/1 == {"offset": 8, "size": 8, "value": "@defined"}
//@ json: globals[name=commands]/initializer/relocations/3 == {"offset": 32, "size": 8, "value": "@declared"}
//@ json: globals[name=commands]/initializer/relocations/5 == {"offset": 56, "size": 8, "value": "@hidden"}
//@ json: functions[name=declared]/defined == false
//@ json: functions[name=hidden]/linkage == internal
