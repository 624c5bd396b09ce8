// Integers wider than 64 bits in initialisers.
__int128 negative = -2;
unsigned __int128 large = ((unsigned __int128)0x0123456789abcdefull << 64) | 0xfedcba9876543210ull;
_BitInt(100) odd = -1;
unsigned _BitInt(17) seventeen = 0x1abcd;
