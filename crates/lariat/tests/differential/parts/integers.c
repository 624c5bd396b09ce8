=== conversions
--
{ @t x$ = (@t)@e; @t y$ = (@t)(x$ @[+|-|^] @k); @t z$ = (@t)@u; mix((unsigned)y$); mix(x$ @r z$); mix((unsigned)((long long)z$ >> @k)); }
=== bit-fields
struct F$ { unsigned p : @[3|5|9]; signed q : @[2|4|7]; unsigned long long r : @[33|40|17]; _Bool s : 1; @[|unsigned : 0;|int : 3;] unsigned char t : @[1|6|8]; };
static struct F$ f$ = { @k, -1, @k };
--
{ struct F$ s$ = f$; s$.p = @u; s$.q = @e; s$.r += @u; s$.s = @e; s$.t--; f$.q++; f$.p += s$.q; mix(s$.p + (unsigned)s$.q * 5 + (unsigned)s$.r + s$.s + s$.t + f$.p); }
=== bit-field union
union V$ { struct { unsigned lo : 4, mid : 7, hi : 5; } parts; unsigned short all; unsigned char bytes[2]; };
--
{ union V$ v$; v$.all = (unsigned short)@u; v$.parts.mid ^= @u; mix(v$.parts.lo | v$.parts.hi << 4 | v$.bytes[@[0|1]] << 9); v$.bytes[1] = (unsigned char)@e; mix(v$.all); }
=== shifts
--
{ int n$ = @e & 31; unsigned v$ = @u; mix(v$ << n$ | v$ >> @[(31 - n$)|n$|(n$ ^ 1)]); mix((unsigned)((int)v$ >> n$)); mix((unsigned)(1ull << (@e & 63) >> 7)); }
=== signed shifts
--
{ signed char c$ = (signed char)@e; short s$ = (short)(c$ >> @k); c$ >>= 1; mix((unsigned)(s$ * 3 + c$)); mix((unsigned)((@e & 0xff) << @k)); }
=== division
--
{ int d$ = (@e & 15) @[+ 1|+ 3|- 17]; mix((unsigned)(@e / d$ + @e % d$)); mix(@u / ((unsigned)d$ | 1u)); mix((unsigned)((long long)@e / d$)); }
=== division by constants
--
mix((unsigned)(@e / @[3|-7|16|-1|10] + @e % @[5|-5|8|-1|100])); mix(@u / @[3|7|16|1000|0x80000001u] + @u % @[9|6|64|0xfffffffbu]);
=== counting bits
--
{ unsigned v$ = @u | @[1|0x80|0x8000]; mix((unsigned)(__builtin_clz(v$) + __builtin_ctz(v$) * 3 + __builtin_popcount(v$) * 7)); mix((unsigned)__builtin_parity(@u)); mix((unsigned)__builtin_ffs(@e)); mix((unsigned)__builtin_popcountll((unsigned long long)@u << 20)); }
=== swapping bytes
--
mix(__builtin_bswap32(@u)); mix(__builtin_bswap16((unsigned short)@u)); mix((unsigned)(__builtin_bswap64(@u) >> 40)); mix(__builtin_rotateleft32(@u, @k)); mix(__builtin_bitreverse8((unsigned char)@e));
=== overflow builtins
--
{ @t r$; int o$ = __builtin_@[add|sub|mul]_overflow(@e, @e, &r$); mix((unsigned)r$ * 2 + (unsigned)o$); @t q$; o$ = __builtin_@[add|sub|mul]_overflow(@u, @e, &q$); mix((unsigned)q$ ^ (unsigned)o$); }
=== choices
--
{ int p$ = @e, q$ = @e; mix((unsigned)(p$ @r q$ ? p$ : q$)); mix((unsigned)((p$ @r @b && q$ @r @b) || !(p$ & @k))); mix((unsigned)(p$ ?: 5)); int t$ = (p$ ^= q$, q$ ^= p$, p$ ^ q$); mix((unsigned)t$); }
=== short circuit with effects
static int calls$;
static int called$(int x) { calls$ += x & 3; return x @r @b; }
--
if (called$(@e) @[&&|\|\|] called$(@e)) mix(@b); else mix((unsigned)calls$); mix((unsigned)(called$(@e) ? calls$++ : --calls$));
=== statement expressions
--
mix((unsigned)({ int t$ = @e; @[if|while] (t$ > @b) t$ = t$ / 2 - 1; t$ + 1; })); mix((unsigned)({ @t u$ = (@t)@e; u$; }));
=== switch with fallthrough
--
switch (@e @[& 7|% 5|>> 4|]) { case 0: mix(1); case 1: mix(2); break; default: mix(3); case 3 ... 5: mix(4); case -1: mix(5); break; case @b: mix(6); }
=== switch on a wide number
--
switch ((@t)@u) { case 1: mix(11); break; case 0x7f: { mix(12); } case 100: mix(13); break; default: if (acc & 1) { case 77: mix(14); } }
=== switch into a loop
--
{ int n$ = @e & 15, k$ = 0; switch (n$ & 3) { case 0: do { k$ += 1; case 3: k$ += 2; case 2: k$ += 3; case 1: k$ += 4; } while ((n$ -= 4) > 0); } mix((unsigned)k$); }
=== floats
--
{ double d$ = @e / 4.0; float f$ = (float)(d$ * 1.5); mix((unsigned)(int)d$); mix((unsigned)(int)f$ * 3); mix(d$ @r f$); mix((unsigned)(d$ != d$) + (unsigned)(f$ < 7.25f)); mix((unsigned char)(unsigned)(f$ < 0 ? -f$ : f$)); }
=== floats and integers
--
{ float f$ = (float)@u; mix(f$ == (double)(float)@e); long long w$ = (long long)(f$ / 3); mix((unsigned)w$); mix((unsigned)(long)((double)(short)@e * 0.5)); }
=== float bits
--
{ union { float f; unsigned u; } p$; p$.f = (float)@e; mix(p$.u >> @k); p$.u = 0x3f800000u + (@u & 0xffff); mix(p$.f @r 1.0009765625f); mix((unsigned)(__builtin_isnan(p$.f) + __builtin_signbit(p$.f) != 0)); }
=== bool
--
{ _Bool t$ = @e; _Bool u$ = @e & @k; t$ = t$ @[+|^|&|*] u$; u$++; mix((unsigned)(t$ * 2 + u$)); t$--; mix(t$); }
=== enumerations and constants
enum E$ { A$ = @k, B$ = A$ * 3 - 1, C$ = sizeof (struct { char c; int i; }), D$ = (signed char)200 };
--
{ enum E$ e$ = (enum E$)(@e & 3); static const int k$ = B$ + C$; mix((unsigned)(e$ == A$ ? k$ : D$) + (unsigned)((0x7fffffff - B$) >> 3)); mix((unsigned)-1 / 3 + (5 / -2) + (unsigned)(-5 % 3)); }
=== mixed signs
--
mix(@e < @u); mix((unsigned)((unsigned char)@e - (signed char)@e)); mix(sizeof(int) > -1 ? 3 : 5); mix((unsigned short)@u * 2u > (unsigned)(short)@e); mix(-1 < (unsigned char)@e);
=== compound assignments
--
{ @t x$ = (@t)@e; x$ @[+|-|^|\||&]= (@t)@k; x$ @[+|-|^]= 1; unsigned char c$ = (unsigned char)@e; c$ *= c$; c$ += @b; c$ <<= 1; c$ = -c$; mix((unsigned)x$ + c$); c$ %= 7; mix(c$--); mix(++c$); }
=== wide numbers
--
{ unsigned long long w$ = @u; w$ = w$ * w$ + @b; w$ ^= w$ << 13; mix((unsigned)(w$ >> 32)); w$ /= (@u | 1u); mix((unsigned)w$); long long v$ = (long long)w$ >> 3; mix((unsigned)(v$ % 1000)); }
=== alignment and sizes
struct G$ { char a; @t b; short c; @t d[@[1|3]]; };
--
mix((unsigned)(sizeof (struct G$) + __builtin_offsetof(struct G$, d) * 3 + _Alignof(struct G$) + @u));
