=== end of a local array
--
{ @t t$[@[4|7]] = { 0 }; int n$ = sizeof t$ / sizeof *t$; @[mix((unsigned)t$[n$ - 1 + @h]);|t$[n$ - !@h] = 1;|t$[-@h] = 2; mix((unsigned)t$[0]);] }
=== end of a global array
static @t g$[5];
--
@[g$[4 + @h]++;|mix((unsigned)*(g$ + 4 + @h));|g$[@h ? -1 : 0] = 3;|(&g$[4])[@h] = 1;]
=== end of the heap
--
{ @t *p$ = malloc((@e & 3) * sizeof *p$ + sizeof *p$ * !@h); if (!p$) return 0; if ((@e & 3) == 0 || 1) { @[p$[0] = 1;|mix((unsigned)(p$[0] = 1));] } free(p$); }
=== loop over the end
--
{ int t$[6]; for (int i$ = 0; i$ < 6 + @h; i$++) t$[i$] = i$; int s$ = 0; for (int i$ = 5; i$ >= 0; i$--) s$ += t$[i$]; mix((unsigned)s$); }
=== loop before the start
static char b$[9];
--
{ int i$ = 8; while (i$ >= 0 - @h) b$[i$--] = 'x'; mix((unsigned)i$); }
=== scan without an end
--
{ char *t$ = malloc(4); if (!t$) return 0; memset(t$, 'a', 4); t$[3] = @h ? 'b' : 0; @[mix((unsigned)strlen(t$));|char *p$ = t$; while (*p$) p$++; mix((unsigned)(p$ - t$));|mix(strchr(t$, 'z') != 0);|mix((unsigned)strcmp(t$, "aaaaaa"));] free(t$); }
=== copying too much
--
{ char d$[8]; char s$[] = "0123456789"; s$[@h ? 8 : 7] = 0; @[strcpy(d$, s$);|memcpy(d$, s$, 8 + @h); d$[7] = 0;|strncpy(d$, s$, 8 + @h);|sprintf(d$, "%s", s$);|d$[0] = 0; strcat(d$, s$);|memmove(d$, s$, strlen(s$) + 1);] mix((unsigned char)d$[2]); }
=== setting too much
--
{ int *p$ = malloc(3 * sizeof *p$); if (!p$) return 0; memset(p$, 0, sizeof *p$ * 3 + @h); mix((unsigned)p$[2]); free(p$); }
=== comparing too much
--
{ unsigned char *s$ = malloc(4), t$[8] = { 0 }; if (!s$) return 0; memset(s$, @[0|1], 4); mix((unsigned)memcmp(s$, t$, 4 + @h)); free(s$); }
=== use after free
--
{ int *p$ = malloc(sizeof *p$); if (!p$) return 0; *p$ = @e; if (@h) free(p$); @[*p$ = 3;|mix((unsigned)*p$);] if (@m) free(p$); }
=== use after realloc
--
{ char *p$ = malloc(4), *q$; if (!p$) return 0; p$[0] = 1; q$ = realloc(p$, 4000); if (!q$) return 0; mix((unsigned)(@h ? p$ : q$)[0]); free(q$); }
=== double free
--
{ int *p$ = malloc(8), *q$ = malloc(8); free(p$); free(@h ? p$ : q$); }
=== free of the middle
--
{ char *p$ = malloc(8); free(p$ + @h); }
=== free of a local
--
{ int x$ = 1; int *p$ = malloc(4); int *keep$ = p$; free(@h ? &x$ : p$); mix((unsigned)x$); }
=== free of a global
static int g$;
--
{ int *p$ = @h ? &g$ : 0; free(p$); }
=== null
--
{ int x$ = @k; int *p$ = @h ? 0 : &x$; @[*p$ = 4;|mix((unsigned)*p$);|memcpy(p$, &x$, 4);|mix((unsigned)p$[@k & 0]);] mix((unsigned)x$); }
=== null member
struct L$ { int v[3]; struct L$ *next; };
--
{ struct L$ b$ = { { 1, 2, 3 }, 0 }, a$ = { { 4 }, @h ? 0 : &b$ }; mix((unsigned)a$.next->v[key % 3]); }
=== end of a list
struct L$ { struct L$ *next; int v; };
--
{ struct L$ c$ = { 0, 3 }, b$ = { &c$, 2 }, a$ = { &b$, 1 }; struct L$ *p$ = &a$; for (int i$ = 0; i$ < 2 + @h; i$++) p$ = p$->next; mix((unsigned)p$->v); }
=== after scope
--
{ int y$ = 1, *p$ = &y$; { @t x$ = 5; @[if (@h) p$ = (int *)&x$;|p$ = @h ? (int *)&x$ : &y$;] mix((unsigned)x$); } mix((unsigned)*(char *)p$); }
=== after scope in a loop
--
{ int y$ = 3, *p$ = &y$; for (int i$ = 0; i$ < 2; i$++) { int x$ = i$; if (i$ == 1) @[mix((unsigned)*p$);|*p$ = 3;] if (@h) p$ = &x$; } mix((unsigned)y$); }
=== after return
static int *address$(int bad) { static int s; int l = 3; int *p = bad ? &l : &s; return p; }
--
{ int *p$ = address$(@h); mix((unsigned)*p$); }
=== struct on the heap too short
struct H$ { int a; char b[3]; long long c; };
--
{ struct H$ *p$ = malloc(@h ? sizeof *p$ - 1 : sizeof *p$); if (!p$) return 0; @[p$->c = 5; mix((unsigned)p$->c);|struct H$ x$ = { 1 }; *p$ = x$;|memset(p$, 0, sizeof *p$); struct H$ x$ = *p$; mix((unsigned)x$.a);] free(p$); }
=== last element of a member array
struct R$ { char name[4]; };
--
{ struct R$ *r$ = malloc(sizeof *r$ * 2); if (!r$) return 0; memset(r$, 0, sizeof *r$ * 2); r$[1 + @h].name[0] = 'x'; mix((unsigned)r$[1].name[3]); free(r$); }
=== constant
static const char text$[] = "abc";
--
{ char w$[4] = "xyz"; char *p$ = @h ? (char *)@[text$|"lit"] : w$; p$[1] = 'q'; mix((unsigned)w$[1]); }
=== variable length
--
{ int n$ = 3 + (@e & 3); char v$[n$]; memset(v$, 1, (size_t)n$); mix((unsigned)v$[n$ - 1 + @h]); }
=== two dimensions
--
{ int (*m$)[3] = malloc(2 * sizeof *m$); if (!m$) return 0; for (int i$ = 0; i$ < 2 + @h; i$++) for (int j$ = 0; j$ < 3; j$++) m$[i$][j$] = j$; mix((unsigned)m$[1][2]); free(m$); }
=== index from memory
static unsigned char next$[4] = { 1, 2, 3, 0 };
--
{ unsigned char at$ = 0; next$[2] = @h ? 4 : 3; for (int i$ = 0; i$ < 4; i$++) at$ = next$[at$]; mix(at$); }
=== negative index of a narrow type
--
{ int t$[128] = { 0 }; signed char c$ = (signed char)(127 + @h); mix((unsigned)t$[@[c$|(unsigned char)c$ & 255]]); }
=== pointer past the end in a loop
--
{ short t$[4] = { 1, 2, 3, 0 }; short *p$ = t$; if (@h) t$[3] = 1; while (*p$) p$++; mix((unsigned)(p$ - t$)); }
=== overlapping copy
--
{ char t$[16] = "abcdefgh"; memcpy(t$ + 4, t$ + @[!@h|(@h ? 1 : 0)], 4); mix((unsigned)t$[5]); }
=== reading a number too wide
--
{ char *p$ = malloc(7); if (!p$) return 0; memset(p$, 1, 7); int v$; memcpy(&v$, p$ + 3 + @h, sizeof v$); mix((unsigned)v$); free(p$); }
=== allocation of nothing
--
{ char *p$ = malloc(!@h); if (!p$) return 0; *p$ = 1; free(p$); }
=== stack of a function
static void fill$(char *p, int n) { while (n > 0) p[--n] = 'a'; }
--
{ char t$[5]; fill$(t$, 5 + @h); mix((unsigned)t$[4]); }
=== recursion with a window
static int walk$(const int *p, int n) { return n == 0 ? *p : walk$(p + 1, n - 1); }
--
{ int t$[3] = { 1, 2, 3 }; mix((unsigned)walk$(t$, 2 + @h)); }
=== end of arguments in qsort
static int order$(const void *a, const void *b) { return *(const unsigned char *)a - *(const unsigned char *)b; }
--
{ unsigned char t$[3] = { 3, 1, 2 }; qsort(t$, 3 + @h, 1, order$); mix(t$[0]); }
=== freed list
struct L$ { struct L$ *next; int v; };
--
{ struct L$ *a$ = malloc(sizeof *a$), *b$ = malloc(sizeof *b$); if (!a$ || !b$) return 0; a$->next = b$; b$->next = 0; b$->v = 1; a$->v = 2; if (@m) { for (struct L$ *p$ = a$; p$;) { struct L$ *n$ = p$->next; free(p$); p$ = n$; } } else for (struct L$ *p$ = a$; p$; p$ = p$->next) free(p$); }
=== scanned text too long
--
{ char w$[4]; const char *s$ = @h ? "abcd" : "abc"; sscanf(s$, "%s", w$); mix((unsigned char)w$[1]); }
