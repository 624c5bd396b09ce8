=== sum
--
{ @s x$ = MAX(__typeof__(x$)) @[|- 3|- 200], y$ = @h @[|+ 0]; x$ = x$ + (y$ ? @[1|4|201] : 0) @[|- 0]; mix((unsigned)x$); }
=== fixed sum
--
{ int x$ = 0x7fffffff - @k; mix((unsigned)(x$ + (@h ? 10 : 0))); }
=== difference
--
{ int x$ = -2147483647 + @[0|1|5]; mix((unsigned)(x$ - @h * @[1|2|3|6|7])); }
=== product
--
{ int x$ = @[46341|65536|100000]; mix((unsigned)(x$ * (@h ? x$ : @k))); }
=== narrow product
--
{ unsigned short x$ = @h ? 65535 : @b; mix((unsigned)(x$ * x$)); }
=== negation
--
{ @[int|long|long long] x$ = @h ? MIN(__typeof__(x$)) : -@b; x$ = -x$; mix((unsigned)x$); }
=== division
--
{ int d$ = @h ? -1 : 3; int x$ = @[-2147483647 - 1|MIN(int)]; mix((unsigned)(x$ @[/|%] d$)); }
=== increments
--
{ @[int|long long] x$ = MAX(__typeof__(x$)) - 1; for (int i$ = 0; i$ < 1 + @h; i$++) @[x$++|++x$|x$ += 1]; mix((unsigned)x$); }
=== decrement of a narrow number
--
{ signed char c$ = -128; c$ -= @h; short s$ = 32767; s$++; mix((unsigned)(c$ + s$)); int i$ = MIN(int) + 1; i$--; if (@h) i$--; mix((unsigned)i$); }
=== shift
--
{ int x$ = 1 + @h; mix((unsigned)(x$ << @[28|29])); }
=== absolute
--
{ int x$ = @h ? MIN(int) : -5; mix((unsigned)@[abs(x$)|labs((long)x$ * 1)|__builtin_abs(x$)]); }
=== sum of a loop
--
{ int s$ = @[0x7ffffff0|2147483000]; for (int i$ = 0; i$ < @[5|30] * @h; i$++) s$ += @[i$ * 4|i$ + 30|500]; mix((unsigned)s$); }
=== powers in a loop
--
{ int p$ = 1; for (int i$ = 0; i$ < @[19|15] + @h * @[1|9]; i$++) p$ *= 3; mix((unsigned)p$); }
=== doubling
--
{ short n$ = 0; int x$ = @k + 1; while (n$ < @[27|20] + 8 * @h) { x$ += x$; n$++; } mix((unsigned)x$); }
=== factorial
static int fact$(int n) { return n <= 1 ? 1 : n * fact$(n - 1); }
--
mix((unsigned)fact$(@[12|10|11] + @h * @[1|3]));
=== fibonacci
--
{ int a$ = 0, b$ = 1; for (int i$ = 0; i$ < @[44|45] + @h; i$++) { int t$ = a$ + b$; a$ = b$; b$ = t$; } mix((unsigned)b$); }
=== index arithmetic
--
{ int n$ = @h ? 2000000000 : 1000000000; int mid$ = (n$ + @[1000000000|n$]) / 2; mix((unsigned)mid$); }
=== bit-field
struct B$ { signed a : 31; int b : 5; };
--
{ struct B$ b$ = { .a = 0x3fffffff, .b = 15 }; b$.b++; int x$ = b$.a + b$.a + 1 + @h; mix((unsigned)x$); }
=== member
struct M$ { int *p; int v[2]; };
--
{ struct M$ m$ = { .v = { 0x7ffffffe, @k } }; m$.p = m$.v + @[0|(@h & 0)]; *m$.p += 1; m$.v[0] += @h; mix((unsigned)m$.v[0]); }
=== parsing
--
{ const char *s$ = @h ? "2147483648" : "2147483647"; int v$ = 0; for (; *s$; s$++) v$ = v$ * 10 + (*s$ - '0'); mix((unsigned)v$); }
=== hash
--
{ int h$ = 5381; for (const char *p$ = @h ? "abcdef" : "abc"; *p$; p$++) h$ = h$ * 33 + *p$; mix((unsigned)h$); }
=== float to integer
--
{ double d$ = @h ? @[3e9|-2147483650.0|1e20] : -5.75; mix((unsigned)(int)d$); }
=== comparison by difference
--
{ int x$ = @h ? -2 : 5, y$ = 2147483647; mix((unsigned)(x$ - y$ < 0)); }
=== global
static int counter$ = 2147483640;
static int *const at$ = &counter$;
--
*at$ += 7; counter$ += @h; mix((unsigned)*at$);
=== constants that need care
static const int big$ = 0x7fffffff;
--
if (@h) mix((unsigned)(big$ + @[0|1]));
=== conversion of unsigned
--
{ unsigned u$ = 0x7fffffffu; int x$ = (int)(u$ - !@h); mix((unsigned)(x$ + 1)); }
=== long product
--
{ long long w$ = 3037000499ll + @h; mix((unsigned)(w$ * w$)); }
=== through varargs
static int add$(int n, ...) { va_list l; va_start(l, n); int s = 0; while (n--) s += va_arg(l, int); va_end(l); return s; }
--
mix((unsigned)add$(3, 2147483000, 647, (int)@h));
=== through a function pointer
static int plus$(int a, int b) { return a + b; }
static int minus$(int a, int b) { return a - b; }
--
{ int (*f$)(int, int) = @h ? plus$ : minus$; mix((unsigned)f$(2147483647, @k + 1)); }
=== ternary and comma
--
{ int x$ = 2147483647; int y$ = (@h ? x$ : 0, x$ - 1) + (@h ? 2 : 1); mix((unsigned)y$); }
=== not evaluated
--
{ int x$ = 2147483647; mix(sizeof(x$ + 1)); if (@m || x$ + 1 > 0) mix(1); mix((unsigned)(0 && x$ * 2)); }
=== overflow builtin keeps quiet
--
{ int r$; if (__builtin_add_overflow(2147483647, @h, &r$)) mix(r$ < 0 ? 1 : 2); else mix(3); int q$ = r$ @[- 0|- 1]; mix((unsigned)q$); }
=== compound on narrow types
--
{ signed char c$ = 100; c$ += 100 * @h; short s$ = -32768; s$ *= c$; s$ <<= @[0|1]; mix((unsigned)(s$ + c$)); int i$ = 1073741823; i$ *= 2 + @h * @[1|0]; mix((unsigned)i$); }
=== long on both models
--
{ long l$ = 2147483647L; l$ += (long)@h; mix((unsigned)l$); }
=== pointer difference times size
--
{ int t$[6]; long long d$ = (&t$[5] - &t$[0]); int x$ = (int)d$ * @[429496729|400000000]; mix((unsigned)(x$ + @h * @[3|200000000])); }
