// Initialisers of structs: padding, nesting, designators, partly initialised arrays.
struct padded { char a; int b; char c; };
struct padded padded = { 1, 2, 3 };

struct inner { short x, y; };
struct outer { struct inner first; long number; struct inner rest[2]; };
struct outer nested = { { 1, 2 }, 3, { { 4, 5 }, { 6, 7 } } };
struct outer designated = { .number = 9, .rest[1].y = 8 };

int sparse[6] = { [4] = 5, [1] = 6 };
int ranged[5] = { [1 ... 3] = 2 };
struct { char tag; union { int i; char text[8]; }; } anonymous = { 'x', .text = "abc" };
struct __attribute__((packed)) { char a; int b; } packed = { 1, 0x0a0b0c0d };
