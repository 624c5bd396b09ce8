=== local array
--
{ int t$[8] = { @k, [3] = @b, [@[5|6]] = 2 }; for (int i$ = 0; i$ < 8; i$++) t$[i$] += @e & i$; t$[@e & 7] = @e; int *p$ = t$ + (@e & 3); mix((unsigned)p$[@e & 3] + (unsigned)*(p$ + 2)); mix((unsigned)(&t$[7] - p$)); }
=== global array
static @t g$[6] = { 1, @k, 3 };
@t h$[4];
--
g$[@u % 6] = (@t)@e; h$[@e & 3]++; mix((unsigned)(g$[@u % 6] + h$[@u % 4])); for (@t *p$ = g$; p$ != g$ + 6; ++p$) mix((unsigned)*p$);
=== array of two dimensions
static unsigned char m$[4][5];
--
{ short t$[3][4] = { { 1, 2 }, [2] = { [1] = @k } }; t$[@u % 3][@e & 3] = (short)@e; m$[@e & 3][@u % 5]++; m$[1][@u % 5] += (unsigned char)@e; int s$ = 0; for (int i$ = 0; i$ < 3; i$++) for (int j$ = 3; j$ >= 0; j$--) s$ += t$[i$][j$] * (i$ + j$); mix((unsigned)s$ + m$[1][2]); short (*r$)[4] = t$ + 1; mix((unsigned)r$[@[-1|0|1]][@u % 4]); }
=== variable length
--
{ int n$ = (@e & 7) + 1; @t v$[n$]; for (int i$ = 0; i$ < n$; i$++) v$[i$] = (@t)(i$ * @k); v$[n$ - 1] = (@t)@e; mix((unsigned)v$[n$ / 2] + (unsigned)sizeof v$); }
=== heap
--
{ unsigned n$ = (@u & 7) + 1; int *p$ = malloc(n$ * sizeof *p$); if (!p$) return 0; for (unsigned i$ = 0; i$ < n$; i$++) p$[i$] = (int)(i$ ^ @u); mix((unsigned)p$[@u % n$]); @[free(p$);|p$ = realloc(p$, (n$ + 2) * sizeof *p$); if (!p$) return 0; p$[n$ + 1] = 5; mix((unsigned)p$[n$ - 1]); free(p$);|int *q$ = p$ + n$ - 1; mix((unsigned)*q$--); free(p$);] }
=== calloc
--
{ unsigned char *p$ = calloc(@[2|3|5], @[1|4]); if (!p$) return 0; p$[@e & 1] = (unsigned char)@e; mix(p$[0] + p$[1] * 2u); free(p$); free(0); }
=== heap in a struct
struct N$ { struct N$ *next; @t value; };
--
{ struct N$ *head$ = 0; for (int i$ = @e & 3; i$ >= 0; i$--) { struct N$ *n$ = malloc(sizeof *n$); if (!n$) return 0; n$->value = (@t)(@e + i$); n$->next = head$; head$ = n$; } while (head$) { struct N$ *n$ = head$->next; mix((unsigned)head$->value); free(head$); head$ = n$; } }
=== structs by value
struct S$ { char c; short s; int i; @t t[3]; };
static struct S$ change$(struct S$ s, int x) { s.i += x & 15; s.t[x & 1] = (@t)x; s.c = (char)(s.c ^ x); return s; }
static struct S$ g$ = { 'a', -2, @b, { 1, 2, 3 } };
--
{ struct S$ x$ = g$, y$; y$ = change$(x$, @e); g$ = @e @r @b ? x$ : y$; struct S$ *p$ = &y$; p$->s = (short)@e; *p$ = change$(*p$, p$->s); mix((unsigned)(g$.i + y$.t[0] + y$.c + x$.t[1])); mix((unsigned)change$(g$, @e).t[@e & 1]); }
=== small structs
struct T$ { unsigned char r, g, b; };
static struct T$ turned$(struct T$ t) { return (struct T$){ t.g, t.b, t.r }; }
--
{ struct T$ t$ = { (unsigned char)@e, @k, @b }; struct T$ u$ = turned$(turned$(t$)); struct T$ l$[3] = { t$, u$, { 7 } }; l$[@e & 1].g++; mix(l$[0].g * 256u + l$[1].r + l$[@u % 3].b); }
=== unions
union U$ { unsigned long long w; unsigned char b[8]; struct { short lo; int hi; } p; };
--
{ union U$ u$ = { .w = @u }; u$.b[@e & 7] = (unsigned char)@e; mix((unsigned)(u$.w >> 8)); u$.p.hi = @e; union U$ v$ = u$; mix((unsigned)v$.b[5] + (unsigned)v$.p.lo); }
=== pointers to pointers
--
{ int x$ = @e, y$ = @b; int *p$ = @e @r @b ? &x$ : &y$, **q$ = &p$; **q$ @[+|^|-]= @k; *q$ = *q$ == &x$ ? &y$ : &x$; *p$ = @e; mix((unsigned)(x$ * 3 + y$)); }
=== pointer to a member
struct P$ { int k; struct { short a[2]; char c; } in[2]; int *self; };
--
{ struct P$ p$ = { .in[1].a[1] = @k, .k = @e }; p$.self = &p$.k; short *q$ = p$.in[@e & 1].a; q$[@e & 1] += (short)@e; ++*p$.self; char *c$ = (char *)&p$ + __builtin_offsetof(struct P$, in[1].c); *c$ = (char)@e; mix((unsigned)(p$.k + p$.in[1].a[1] + p$.in[0].a[0] + p$.in[1].c)); }
=== compound literals
--
{ int *p$ = (int[]){ 1, @e, 3, [5] = @k }; mix((unsigned)p$[@u % 6]); const char *s$ = (const char[]){ "abcdef" }; mix((unsigned)s$[@e & 3]); struct { int a, b; } q$ = @e @r @b ? (struct { int a, b; }){ 1, 2 }.a ? (__typeof__(q$)){ @e, 2 } : q$ : (__typeof__(q$)){ .b = @e }; mix((unsigned)(q$.a - (q$.b & 255))); }
=== bytes of an object
--
{ int x$ = (int)@u; unsigned char *p$ = (unsigned char *)&x$; p$[@e & 3] ^= (unsigned char)@b; mix(p$[1]); mix((unsigned)x$); unsigned short h$; memcpy(&h$, p$ + (@e & 1), 2); mix(h$); }
=== copies that overlap
--
{ unsigned char t$[12] = "0123456789a"; t$[2] = (unsigned char)@e; memmove(t$ + (@e & 3), t$ + (@e & 1), (size_t)(@e & 7)); mix(t$[3] + t$[4] * 256u); memset(t$ + (@e & 3), @e, (size_t)(@e & 3)); mix(t$[5]); }
=== comparing memory
--
{ unsigned char s$[4] = { 1, (unsigned char)@e, 3, @b }, t$[4] = { 1, @b, 3, (unsigned char)@e }; int c$ = memcmp(s$, t$, (size_t)(@e & 3) + 1); mix((unsigned)(c$ < 0) + (unsigned)(c$ > 0) * 2); unsigned char *p$ = memchr(s$, @e & 255, 4); mix(p$ ? (unsigned)(p$ - s$) : 9u); }
=== table of pointers
static const char *const names$[] = { "zero", "one", "two", "three" };
static int one$ = 1, two$ = 2;
static int *cells$[3] = { &one$, &two$, &one$ };
--
mix((unsigned)names$[@e & 3][@u % 3]); *cells$[@u % 3] += @e & 7; mix((unsigned)(one$ * 5 + two$)); mix((unsigned)strlen(names$[@e & 3]));
=== lifetime in a loop
--
{ int last$ = 0; for (int i$ = 0; i$ < (@e & 3) + 1; i$++) { int x$ = i$ + last$; int *p$ = &x$; *p$ += @k; last$ = *p$; } mix((unsigned)last$); }
=== flexible member
struct X$ { unsigned char n; @t items[]; };
--
{ unsigned n$ = @u & 3; struct X$ *x$ = malloc(sizeof *x$ + n$ * sizeof x$->items[0] + 8); if (!x$) return 0; x$->n = (unsigned char)n$; for (unsigned i$ = 0; i$ < n$; i$++) x$->items[i$] = (@t)(@e + 1); mix(n$ ? (unsigned)x$->items[n$ - 1] : 3u); free(x$); }
