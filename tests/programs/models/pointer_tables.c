// Relocations have the width of a pointer; structs with pointers are laid out accordingly.
struct entry { const char *name; int (*run)(void); char flag; };
int run(void) { return 0; }
struct entry entries[2] = { { "a", run, 1 }, { 0, 0, 2 } };
//@ run: show --json %s --data-model=LP64
//@ json: globals[name=entries]/size == 48
//@ json: globals[name=entries]/initializer/relocations/1 == {"offset": 8, "size": 8, "value": "@run"}
//@ json: globals[name=entries]/initializer/bytes == "0000000000000000000000000000000001000000000000000000000000000000000000000000000002"
//@ run: show --json %s --data-model=ILP32
//@ json: globals[name=entries]/size == 24
//@ json: globals[name=entries]/align == 4
//@ json: globals[name=entries]/initializer/relocations/1 == {"offset": 4, "size": 4, "value": "@run"}
//@ json: globals[name=entries]/initializer/bytes == "000000000000000001000000000000000000000002"
