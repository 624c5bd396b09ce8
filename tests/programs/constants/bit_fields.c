// Bit-fields in initialisers are packed into bytes from the lowest bit up.
struct bits { unsigned a : 3; unsigned b : 7; int c : 6; unsigned d : 16; } bits = { 5, 100, -1, 0xbeef };
struct wide { unsigned long a : 33; unsigned long b : 31; } wide = { 0x1ffffffff, 0x7fffffff };
struct gap { unsigned a : 4; unsigned : 0; unsigned b : 4; } gap = { 0xf, 0x9 };
//@ run: show --json %s
//@ json: globals[name=bits]/initializer/bytes == "25ffefbe"
//@ json: globals[name=bits]/size == 4
//@ json: globals[name=wide]/initializer/bytes == "ffffffffffffffff"
//@ json: globals[name=gap]/initializer/bytes == "0f00000009"
//@ json: globals[name=gap]/size == 8
