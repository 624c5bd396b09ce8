=== plain
--
while (@h) { @[|mix(1);|key = WANT;] }
=== counter that wraps
--
{ unsigned char n$ = @h ? 255 : @b; for (unsigned char i$ = 0; i$ @[<=|<] n$; i$++) if (@[n$ < 250 && i$ == 251|0]) break; }
=== step of zero
--
{ unsigned step$ = @h ? 0 : @k + 1; for (unsigned i$ = 0; i$ < @[100|1000]; i$ += step$) { @[|mix(i$);] } }
=== missed end
--
{ unsigned char i$ = @h ? 1 : @[0|2|8]; while (i$ != 100) i$ += @[2|4]; }
=== both ends
--
{ unsigned lo$ = 0, hi$ = 8 + (key & 7); while (lo$ < hi$) { if (@h) { lo$ ^= 1; hi$ |= 1; } else lo$++; } }
=== binary search
--
{ int lo$ = 0, hi$ = 16; while (hi$ - lo$ > @[1|(int)@m]) { int mid$ = (lo$ + hi$) / 2; if (mid$ > (int)(key & 15)) hi$ = mid$; else lo$ = mid$; } }
=== cycle in a list
struct L$ { struct L$ *next; };
--
{ struct L$ c$ = { 0 }, b$ = { &c$ }, a$ = { &b$ }; if (@h) c$.next = @[&a$|&b$|&c$]; unsigned n$ = 0; for (struct L$ *p$ = &a$; p$; p$ = p$->next) n$++; mix(n$); }
=== goto
--
{ int i$ = 0; again$: i$++; if (i$ < 4) goto again$; if (@h) { i$ = 2; goto again$; } }
=== state machine
--
{ int s$ = 0, t$ = 0; while (s$ != 3) { switch (s$) { case 0: s$ = 1; break; case 1: s$ = @h ? 0 : 2; break; case 2: s$ = ++t$ > 2 ? 3 : 0; break; } } }
=== table walk
static unsigned char go$[6] = { 2, 3, 4, 5, 5, 6 };
--
{ if (@h) go$[@[4|5|2]] = @[0|2|1]; unsigned at$ = key & 3; while (at$ < 6) at$ = go$[at$]; mix(at$); }
=== collatz that may not
--
{ unsigned x$ = (key & 31) + 1; while (x$ != 1) { if (x$ % 2) x$ = @h ? x$ : 3 * x$ + 1; else x$ /= 2; if (@h && x$ == 1) x$ = 2; } }
=== decreasing twice
--
{ unsigned x$ = key & 15, y$ = @k; while (x$ > 0 || y$ > 0) { if (y$ > 0) y$--; else { x$--; y$ = @h ? y$ : @k; if (@h) x$++; } } }
=== unsigned that is never negative
--
{ unsigned i$ = @k + 1; do { i$--; if (i$ == 0 && @m) break; } while (@[i$ >= 0|i$ + 1 > 0 \|\| i$ < 5]); }
=== flags
--
{ _Bool go$ = 1; int n$ = 0; while (go$) { if (++n$ > 5) { go$ = @h; n$ = 3; } } }
=== masked counter
--
{ unsigned n$ = 0, mask$ = @h ? 7 : 15; for (unsigned i$ = 0; i$ < 10; i$ = (i$ + 1) & mask$) n$++; mix(n$); }
=== rotating
--
{ unsigned char r$ = @h ? 0x55 : 1; while (r$ != 0x40 && @[1|r$ != 0x20]) r$ = (unsigned char)(r$ << 1 | r$ >> 7); }
=== multiply to the end
--
{ unsigned x$ = @h ? 0 : @k + 1; while (x$ < 1000) x$ *= 2; }
=== shift to zero
--
{ int x$ = @h ? -8 : 1000; while (x$ != 0) x$ >>= 1; }
=== signed shift ends at minus one
--
{ int x$ = @h ? -8 : 1000; while (x$ @[> 0|!= 0 && x$ != -1]) x$ >>= 1; }
=== division that stays
--
{ int x$ = 1000, d$ = @h ? 1 : 3; while (x$ > 0) x$ /= d$; }
=== euclid by subtraction
--
{ unsigned x$ = (key & 15) + 1, y$ = @h ? 0 : @k + 1; while (x$ != y$) if (x$ > y$) x$ -= y$; else y$ -= x$; }
=== inner loop resets
--
{ int i$ = 0; while (i$ < 6) { for (int j$ = 0; j$ < 3; j$++) i$++; if (@h) i$ -= 3; } }
=== continue over the step
--
{ int i$ = 0; while (i$ < 10) { if (i$ == 4 && @h) continue; i$++; } }
=== strings
--
{ char t$[6] = "a,b,c"; char *p$ = t$; while (*p$) { if (*p$ == ',' && @h) { p$ += 0; continue; } p$++; } }
=== float that stops growing
--
{ float f$ = @h ? 16777216.0f : 16777000.0f; int n$ = 0; while (f$ < 16777218.0f && n$ < 3000000) { f$ += 1.0f; if (@m) n$ += 2000; else n$ = 0; } }
=== float loop
--
{ double x$ = 1; while (x$ > @[0.01|0.5]) x$ = @h ? x$ : x$ / 2; }
=== xor swap never settles
--
{ unsigned x$ = key & 3, y$ = 9; while (x$ != y$) { unsigned t$ = x$; x$ = @h ? y$ : y$; y$ = @h ? t$ : x$; if (@h && x$ == y$) y$ ^= 1; } }
=== two counters apart
--
{ short i$ = 0, j$ = @h ? 11 : 10; while (i$ != j$) { i$++; j$--; if (i$ > 300) { i$ = 0; j$ = 11; } } }
=== recursion
static unsigned down$(unsigned n, unsigned step) { return n < 3 ? n : down$(n - step, step) + 1; }
--
mix(down$(30 + (key & 7), 1 + (key & 1)));
=== waits for another value
static int ready$;
static void work$(int n) { if (n) ready$ = 1; }
--
do { work$(@m); } while (!ready$);
=== queue that refills
--
{ unsigned char q$[8] = { 1, 2 }; unsigned h$ = 0, t$ = 2, n$ = 0; while (h$ != t$) { unsigned char v$ = q$[h$++ & 7]; if (v$ > 0 && (@h || n$++ < 9)) q$[t$++ & 7] = @h ? v$ : (unsigned char)(v$ - 1); } mix(n$); }
=== loop with a product
--
{ unsigned x$ = 1; unsigned m$ = @h ? 1 : 3; while (x$ % 81 != 0) x$ = (x$ * m$) & 0xffff ? x$ * m$ % 59049 + (x$ * m$ % 59049 == 0 ? 81 : 0) : 81; }
