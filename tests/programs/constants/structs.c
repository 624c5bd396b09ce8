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
//@ run: show --json %s
//@ json: globals[name=padded]/initializer/bytes == "010000000200000003"
//@ json: globals[name=padded]/size == 12
//@ json: globals[name=padded]/align == 4
//@ json: globals[name=padded]/type == "struct padded"
//@ json: globals[name=nested]/initializer/bytes == "0100020000000000030000000000000004000500060007"
//@ json: globals[name=nested]/size == 24
//@ json: globals[name=designated]/initializer/bytes == "0000000000000000090000000000000000000000000008"
//@ json: globals[name=sparse]/initializer/bytes == "0000000006000000000000000000000005"
//@ json: globals[name=sparse]/type == "int[6]"
//@ json: globals[name=ranged]/initializer/bytes == "00000000020000000200000002"
//@ json: globals[name=anonymous]/initializer/bytes == "78000000616263"
//@ json: globals[name=anonymous]/size == 12
//@ json: globals[name=packed]/initializer/bytes == "010d0c0b0a"
//@ json: globals[name=packed]/size == 5
//@ json: globals[name=packed]/align == 1
