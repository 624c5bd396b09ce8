=== plain call
--
if (@h) { bad: reach_error(); }
=== from a function
static void check$(int ok) { if (!ok) { bad: reach_error(); } }
--
check$(!@h);
=== from an inline function
inline void check$(unsigned x) { if (!x) { bad: reach_error(); } }
--
check$(@m); check$(1);
=== through a pointer
static void fine$(void) { }
static void wrong$(void) { bad: reach_error(); }
--
{ void (*f$[2])(void) = { fine$, wrong$ }; f$[@h](); }
=== behind a loop
--
{ int n$ = 0; for (int i$ = 0; i$ < 5 + @h; i$++) n$ += @[1|2|i$]; if (n$ != @[5|10|10]) { n$ = 0; if (@h) { bad: reach_error(); } } }
=== in a loop
--
for (unsigned i$ = 0; i$ < @[300|70000|40]; i$++) if (i$ == @[39|17|(key & 31)] && @h) { bad: reach_error(); }
=== from recursion
static void deep$(int n, int bad) { if (n > 0) { deep$(n - 1, bad); return; } if (bad) { bad: reach_error(); } }
--
deep$(@e & 7, @h);
=== by the value of a static
static int armed$;
static void arm$(int x) { armed$ |= x; }
static void fire$(void) { if (armed$) { bad: reach_error(); } }
--
fire$(); arm$(@h); fire$();
=== by a flag in memory
struct A$ { unsigned char on : 1, rest : 7; };
--
{ struct A$ s$[3] = { { 0 } }; s$[key % 3].on = @h; struct A$ t$ = s$[key % 3]; t$.rest = 5; if (t$.on) { bad: reach_error(); } }
=== by text
--
{ char t$[8]; snprintf(t$, sizeof t$, "%u", (unsigned)@h); if (strcmp(t$, "1") == 0) { bad: reach_error(); } }
=== by a float
--
{ double d$ = @h / 3.0; if (d$ * 3 > 0.5) { bad: reach_error(); } }
=== switch
--
switch (key ^ WANT) { case 0: bad: reach_error(); break; case 1: mix(1); default: mix(2); }
=== counting down to it
--
{ unsigned n$ = key, steps$ = 0; while (n$ > WANT) { n$--; steps$++; } if (n$ == WANT && steps$ == 0) { bad: reach_error(); } }
=== by heap contents
--
{ int *p$ = calloc(4, sizeof *p$); if (!p$) return 0; p$[key & 3] = @h; int found$ = 0; for (int i$ = 0; i$ < 4; i$++) found$ |= p$[i$]; free(p$); if (found$) { bad: reach_error(); } }
=== by the exit of a loop over data
--
{ char t$[10] = "aaaaaaaaa"; t$[key % 9] = @h ? 'b' : 'a'; char *p$ = t$; while (*p$ == 'a') p$++; if (*p$ != 0) { bad: reach_error(); } }
=== in an exit handler
static int code$;
static void last$(void) { if (code$) { bad: reach_error(); } }
--
atexit(last$); code$ = @h;
=== wrapping sums
--
{ unsigned char s$ = 0; for (int i$ = 0; i$ < 256; i$++) s$ += (unsigned char)(1 + (i$ == 255) * @h); if (s$ != 0) { bad: reach_error(); } }
=== signed wrapping
--
{ int x$ = 0x7fffffff; x$ += @h; if (x$ < 0) { bad: reach_error(); } }
=== after a memory copy
--
{ struct { char c; int v; } p$ = { 1, 0 }, q$; p$.v = @h; memcpy(&q$, &p$, sizeof q$); unsigned char *b$ = (unsigned char *)&q$; if (b$[4]) { bad: reach_error(); } }
=== comparison of pointers
--
{ int t$[4]; int *p$ = t$ + @h, *q$ = t$; if (p$ > q$ || p$ - q$ == 3) { bad: reach_error(); } }
=== long nested loops
--
{ unsigned c$ = 0; for (int i$ = 0; i$ < 40; i$++) for (int j$ = 0; j$ < 40; j$++) c$ += 1 + (i$ == j$ && @h); if (c$ != 1600) { bad: reach_error(); } }
=== qsort comparator
static int bad$;
static int compare$(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; if (x == 99 || y == 99) bad$ = 1; return (x > y) - (x < y); }
--
{ int t$[3] = { 5, @h ? 99 : 3, 4 }; qsort(t$, 3, sizeof *t$, compare$); if (bad$) { bad: reach_error(); } }
