// The same file in both data models: sizes of types, alignment inside structs, width of size_t and of pointers.
#include <stddef.h>
int sizes[] = {
    sizeof(char), sizeof(short), sizeof(int), sizeof(long), sizeof(long long), sizeof(void *), sizeof(size_t),
    sizeof(float), sizeof(double), sizeof(long double), sizeof(wchar_t),
};
struct mixed { char a; long long b; char c; double d; long e; char f; long double g; };
int offsets[] = {
    offsetof(struct mixed, b), offsetof(struct mixed, d), offsetof(struct mixed, e), offsetof(struct mixed, g),
    sizeof(struct mixed), _Alignof(struct mixed),
};
void *pointer = &sizes[1];
long number = -1;
//@ run: show --json --data-model LP64 %s
//@ json: target/data_model == LP64
//@ json: target/pointer_bits == 64
//@ json: globals[name=sizes]/initializer/bytes == "0100000002000000040000000800000008000000080000000800000004000000080000001000000004"
//@ json: globals[name=offsets]/initializer/bytes == "080000001800000020000000300000004000000010"
//@ json: globals[name=pointer]/size == 8
//@ json: globals[name=pointer]/initializer/relocations == [{"offset": 0, "size": 8, "value": "@sizes + 4"}]
//@ json: globals[name=number]/initializer/bytes == "ffffffffffffffff"
//@ run: show --json --data-model ILP32 %s
//@ json: target/data_model == ILP32
//@ json: target/pointer_bits == 32
//@ json: globals[name=sizes]/initializer/bytes == "0100000002000000040000000400000008000000040000000400000004000000080000000c00000004"
//@ json: globals[name=offsets]/initializer/bytes == "040000001000000018000000200000002c00000004"
//@ json: globals[name=pointer]/size == 4
//@ json: globals[name=pointer]/initializer/relocations == [{"offset": 0, "size": 4, "value": "@sizes + 4"}]
//@ json: globals[name=number]/initializer/bytes == "ffffffff"
//@ run: show --data-model ilp32 %s
//@ stdout~: ^program sizes\.c, i386.* \(32-bit\)$
//@ run: show --json %s
//@ json: target/data_model == LP64
