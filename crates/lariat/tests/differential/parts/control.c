=== counting loop
--
{ @[int|unsigned|unsigned char|short] i$; unsigned s$ = 0; for (i$ = @k; i$ < @[(@e & 15)|20|(@e & 63)]; i$ += @[1|2|3]) s$ += (unsigned)i$ @[|* 2|^ 5]; mix(s$ + (unsigned)i$); }
=== loop down
--
{ int n$ = @e & 63; unsigned s$ = 1; while (n$ @[> 0|>= 0|> 2]) { s$ = s$ * 2 + (unsigned)n$; n$ -= @[1|2|5]; } mix(s$); mix((unsigned)n$); }
=== loop until equal
--
{ unsigned char i$ = (unsigned char)@e, n$ = (unsigned char)@b; unsigned s$ = 0; while (i$ != n$) { i$ += @[1|3|255|7]; s$++; } mix(s$); }
=== wrapping counter
--
{ unsigned char c$ = (unsigned char)@e; unsigned n$ = 0; do { c$ = (unsigned char)(c$ @[+ 1|* 5 + 1|- 1|+ 3]); n$++; } while (c$ != 0 && n$ < 300); mix(n$ + c$); }
=== do while
--
{ int x$ = @e & 255, n$ = 0; do { if (x$ & 1) { n$++; if (n$ > @k) break; x$--; continue; } x$ >>= 1; } while (x$); mix((unsigned)(n$ * 16 + x$)); }
=== nested loops
--
{ unsigned s$ = 0; for (int i$ = 0; i$ < (@e & 7); i$++) { for (int j$ = @[0|i$]; j$ < @[4|i$|(@e & 3)]; j$++) { if (@[i$ == j$|(i$ ^ j$) == 3]) continue; if (s$ > @b) break; s$ += (unsigned)(i$ * 4 + j$); } } mix(s$); }
=== goto loops
--
{ int i$ = 0, s$ = 0; again$: if (i$ @[>=|>|==] (@e & 7)) goto done$; s$ += i$++; if (s$ > @b) goto out$; goto again$; out$: s$ -= 5; done$: mix((unsigned)s$); }
=== into the middle of a loop
--
{ int i$ = @e & 3, s$ = 0; if (i$ @r 1) goto middle$; for (; i$ < 6; i$++) { s$ += 1; middle$: s$ += i$; } mix((unsigned)s$); }
=== leaving two loops
--
{ int i$, j$ = 0; for (i$ = 0; i$ < 5; i$++) for (j$ = 0; j$ < 5; j$++) if (i$ * 5 + j$ == (@e & 31)) goto found$; found$: mix((unsigned)(i$ * 10 + j$)); }
=== loop over data
static const signed char data$[] = { 3, -1, @k, 7, 0, @k, -5, 2 };
--
{ int p$ = @e & 7, n$ = 0; while (data$[p$] != 0 && n$ < 20) { p$ = (p$ + data$[p$]) & 7; n$++; } mix((unsigned)(p$ + n$ * 8)); }
=== greatest common divisor
static unsigned gcd$(unsigned x, unsigned y) { while (y) { unsigned t = x % y; x = y; y = t; } return x; }
--
mix(gcd$(@u & 255, @b));
=== halving
--
{ unsigned x$ = @u & 0xffff, n$ = 0; for (; x$ @[> 1|!= 0|> 3]; x$ @[/= 2|>>= 1|/= 3]) n$++; mix(n$ * 4 + x$); }
=== digits
--
{ unsigned x$ = @u & 0xffff, s$ = 0; do s$ += x$ % 10; while (x$ /= 10); mix(s$); }
=== recursion
static unsigned f$(unsigned n, unsigned k) { return n == 0 ? k : n & 1 ? f$(n - 1, k * 3 + 1) : f$(n / 2, k ^ n); }
--
mix(f$(@u & 63, @k));
=== mutual recursion
static int odd$(int n);
static int even$(int n) { return n == 0 ? 1 : odd$(n - 1); }
static int odd$(int n) { return n == 0 ? 0 : even$(n - 1); }
--
mix((unsigned)(even$(@e & 15) * 2 + odd$(@k)));
=== recursion with arrays
static int sum$(const int *p, int n) { int x[2] = { n, 1 }; return n <= 0 ? x[n & 1] : p[0] + sum$(p + 1, n - 1) * x[1]; }
--
{ int t$[5] = { 1, @e & 63, 3, @k, @e & 15 }; mix((unsigned)sum$(t$, (@e & 3) + 1)); }
=== function pointers
static int twice$(int x) { return (x & 0xffff) * 2; }
static int less$(int x) { return x > -1000000 ? x - 1 : x; }
static int (*const table$[])(int) = { twice$, less$, abs };
static int apply$(int (*f)(int), int x) { return f(x) + (f == twice$); }
--
{ int (*f$)(int) = @e @r @b ? twice$ : less$; mix((unsigned)apply$(f$, @e)); mix((unsigned)table$[@u % 3](@e)); mix((unsigned)(*f$)(@k)); }
=== variable arguments
static int total$(int n, ...) { va_list l; int s = 0; va_start(l, n); while (n-- > 0) { s += va_arg(l, int) & 0xfff; s -= (int)(va_arg(l, long long) & 0xff); s += (int)va_arg(l, double); } va_end(l); return s; }
--
mix((unsigned)total$(@e & 1, @e, (long long)@u, 1.5)); mix((unsigned)total$(2, @e, 3ll, 2.0f, @k, (long long)@e, (double)(@e & 7)));
=== static locals
static unsigned next$(int x) { static unsigned state = @b; static int count; if (x @r @b) count++; state = state * 5 + (unsigned)count; return state; }
--
mix(next$(@e)); mix(next$(@e) ^ next$(@k));
=== inline functions
static inline int clamp$(int x, int lo, int hi) { return x < lo ? lo : x > hi ? hi : x; }
static inline __attribute__((always_inline)) int part$(int x) { return x @[& 7|/ 2|% 9]; }
--
mix((unsigned)(clamp$(@e, @k, @b) * 3 + part$(@e) + part$(clamp$(@e, -5, 5))));
=== struct loops
struct Q$ { unsigned char ring[4]; unsigned head, tail; };
static void put$(struct Q$ *q, unsigned char c) { if (q->head - q->tail < 4) q->ring[q->head++ & 3] = c; }
static int get$(struct Q$ *q) { return q->head == q->tail ? -1 : q->ring[q->tail++ & 3]; }
--
{ struct Q$ q$ = { .head = 0xfffffffeu, .tail = 0xfffffffeu }; for (int i$ = 0; i$ < (@e & 7); i$++) { put$(&q$, (unsigned char)(@e + i$)); if (i$ & 1) mix((unsigned)get$(&q$)); } mix((unsigned)get$(&q$)); }
=== state machine
--
{ enum { IDLE, RUN, DONE } s$ = IDLE; unsigned v$ = @u & 255; int n$ = 0; while (s$ != DONE && n$++ < 12) { switch (s$) { case IDLE: s$ = v$ & 1 ? RUN : IDLE; v$ >>= 1; break; case RUN: if (v$ == 0) s$ = DONE; else v$ &= v$ - 1; break; default: break; } } mix((unsigned)n$ * 3 + (unsigned)s$); }
=== bubble sort
--
{ unsigned char t$[4] = { (unsigned char)@e, @b, (unsigned char)@e, @k }; for (int i$ = 0; i$ < 3; i$++) for (int j$ = 0; j$ < 3 - i$; j$++) if (t$[j$] > t$[j$ + 1]) { unsigned char x$ = t$[j$]; t$[j$] = t$[j$ + 1]; t$[j$ + 1] = x$; } mix(t$[0] * 256u + t$[2]); }
=== computed goto
--
{ void *to$[] = { &&one$, &&two$, &&three$ }; goto *to$[@u % 3]; one$: mix(1); two$: mix(2); three$: mix(3); }
=== wide counter
--
{ unsigned long long i$ = 0; unsigned n$ = 0; for (i$ = @u & 15; i$ < 1ull << 40; i$ = i$ * @[3|5|9] + 1) n$++; mix(n$ + (unsigned)(i$ >> 20)); }
=== float counter
--
{ unsigned n$ = 0; for (double x$ = @e & 7; x$ < 8; x$ += @[0.5|0.75|1]) n$++; mix(n$); }
