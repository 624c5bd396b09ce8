// Initialisers with everything at once: pointers among numbers, vectors, masks, flexible arrays, fixed addresses.
struct a { char c; struct a *p; short s[3]; } x[2] = { { 'a', &x[1], { 1, 2, 3 } }, { 'b', x, { 4 } } };
const char *strings[2][2] = { { "ab", "cd" }, { "ef" } };
typedef int int4 __attribute__((vector_size(16)));
int4 vector = { 1, -2, 3, 4 };
typedef _Bool bits8 __attribute__((ext_vector_type(8)));
bits8 mask = { 1, 0, 1, 1 };
struct { unsigned a : 1, b : 2; unsigned char rest[3]; int *p; } mix = { 1, 2, { 7, 8, 9 }, (int *)&mix };
long distance = (char *)&x[1] - (char *)&x[0];
void (*fixed)(void) = (void (*)(void))0x1234;
struct flexible { int n; char d[]; } tail = { 2, { 1, 2 } };
static int hidden;
unsigned long address = (unsigned long)&hidden + 4;
int (*unknown)();

//@ run: show --json %s
//@ json: globals[name=x]/initializer/bytes == "6100000000000000000000000000000001000200030000006200000000000000000000000000000004"
//@ json: globals[name=x]/initializer/relocations == [{"offset": 8, "size": 8, "value": "@x + 24"}, {"offset": 32, "size": 8, "value": "@x"}]
//@ json: globals[name=strings]/initializer/relocations/# == 3
//@ json: globals[name=strings]/initializer/relocations/2/offset == 16
//@ json: globals[name=strings]/type == "const char *[2][2]"
//@ json: globals[name=vector]/initializer/bytes == "01000000feffffff0300000004"
//@ json: globals[name=vector]/align == 16
//@ json: globals[name=mask]/initializer/bytes == "0d"
//@ json: globals[name=mask]/size == 1
//@ json: globals[name=mix]/initializer/bytes == "05070809"
//@ json: globals[name=mix]/initializer/relocations/0/offset == 8
//@ json: globals[name=distance]/initializer/bytes == "18"
//@ json: globals[name=fixed]/initializer/bytes == "3412"
//@ json: globals[name=fixed]/initializer/relocations == []
//@ json: globals[name=fixed]/type == "void (*)(void)"
//@ json: globals[name=tail]/size == 6
//@ json: globals[name=tail]/initializer/bytes == "020000000102"
//@ json: globals[name=address]/initializer/relocations == [{"offset": 0, "size": 8, "value": "ptrtoint(@hidden + 4)"}]
//@ json: globals[name=unknown]/type == "int (*)()"
