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
