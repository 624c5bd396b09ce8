// Relocations have the width of a pointer; structs with pointers are laid out accordingly.
struct entry { const char *name; int (*run)(void); char flag; };
int run(void) { return 0; }
struct entry entries[2] = { { "a", run, 1 }, { 0, 0, 2 } };
