// Initialisers of scalars: the bytes are little endian, in the type's own size.
char c = 'A';
short s = -2;
int i = 0x12345678;
long l = -1;
unsigned long long ull = 0x0102030405060708ull;
_Bool yes = 1;
float f = 1.5f;
double d = -2.25;
int zero;
int explicit_zero = 0;
const int fixed = 7;
enum { A = 5, B } e = B;
//@ run: show --json %s
//@ json: globals[name=c]/initializer/bytes == "41"
//@ json: globals[name=s]/initializer/bytes == "feff"
//@ json: globals[name=i]/initializer/bytes == "78563412"
//@ json: globals[name=i]/type == int
//@ json: globals[name=i]/location/line == 4
//@ json: globals[name=l]/initializer/bytes == "ffffffffffffffff"
//@ json: globals[name=l]/size == 8
//@ json: globals[name=ull]/initializer/bytes == "0807060504030201"
//@ json: globals[name=ull]/type == "unsigned long long"
//@ json: globals[name=yes]/initializer/bytes == "01"
//@ json: globals[name=yes]/size == 1
//@ json: globals[name=f]/initializer/bytes == "0000c03f"
//@ json: globals[name=d]/initializer/bytes == "00000000000002c0"
//@ json: globals[name=zero]/initializer/bytes == ""
//@ json: globals[name=zero]/defined == true
//@ json: globals[name=explicit_zero]/initializer/bytes == ""
//@ json: globals[name=explicit_zero]/size == 4
//@ json: globals[name=explicit_zero]/constant == false
//@ json: globals[name=fixed]/constant == true
//@ json: globals[name=e]/initializer/bytes == "06"
//@ run: show %s
//@ stdout: int @i = 305419896    ; scalars.c:4
//@ stdout: constant const int @fixed = 7
