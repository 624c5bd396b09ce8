// Integers wider than 64 bits in initialisers.
__int128 negative = -2;
unsigned __int128 large = ((unsigned __int128)0x0123456789abcdefull << 64) | 0xfedcba9876543210ull;
_BitInt(100) odd = -1;
unsigned _BitInt(17) seventeen = 0x1abcd;
//@ run: show --json %s
//@ json: globals[name=negative]/initializer/bytes == "feffffffffffffffffffffffffffffff"
//@ json: globals[name=negative]/size == 16
//@ json: globals[name=negative]/align == 16
//@ json: globals[name=large]/initializer/bytes == "1032547698badcfeefcdab8967452301"
//@ json: globals[name=odd]/size == 16
//@ json: globals[name=odd]/initializer/bytes has "ffffffffffffffffffffffff"
//@ json: globals[name=seventeen]/initializer/bytes == "cdab01"
//@ json: globals[name=seventeen]/size == 4
