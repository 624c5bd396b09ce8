=== lengths
--
{ char t$[9] = "abcdefg"; t$[@e & 7] = (char)@[0|@e|'x']; mix((unsigned)strlen(t$)); mix((unsigned)strnlen(t$, 4)); char *p$ = strchr(t$, @['c'|@e & 127]); mix(p$ ? (unsigned)(p$ - t$) : 77u); p$ = strrchr(t$, 'x'); mix(p$ != 0); }
=== comparing
--
{ char s$[4] = { 'a' + (@e & 3), 'b', (char)(@e & 127), 0 }; mix((unsigned)(strcmp(s$, "bbc") < 0)); mix((unsigned)(strncmp(s$, "abq", 2) == 0)); mix((unsigned)(strcasecmp(s$, "AB!") > 0)); }
=== copying
--
{ char t$[16]; strcpy(t$, @e @r @b ? "short" : "longer text"); strncpy(t$ + 2, "xy", (size_t)(@e & 3)); strcat(t$, "!"); mix((unsigned)strlen(t$) + (unsigned char)t$[3]); char *d$ = strdup(t$ + 1); if (!d$) return 0; mix((unsigned)d$[2]); free(d$); }
=== numbers in texts
--
{ char t$[6] = { ' ', '0' + (@e & 7), (char)(@e & 127), '5', 0 }; char *end$; mix((unsigned)strtol(t$, &end$, @[10|16|0|8])); mix((unsigned)(end$ - t$)); mix((unsigned)atoi(t$ + 1)); }
=== printing
--
{ char t$[24] = ""; int n$ = snprintf(t$, (size_t)(@e & 7) + 1, "@[%d|%u|%x|%5d|%-4d|%+d|%o|%c]-%s", @e @[&|%] 120 @[|+ 1], "ab"); mix((unsigned)n$ + (unsigned char)t$[0] + (unsigned char)t$[1]); sprintf(t$, "%03d|%hhx", @e, (unsigned char)@e); mix((unsigned)strlen(t$) * 3 + (unsigned char)t$[2]); }
=== characters
--
{ int c$ = @e & 255; mix((unsigned)(isdigit(c$) != 0) + (unsigned)(isalpha(c$) != 0) * 2 + (unsigned)(isspace(c$) != 0) * 4 + (unsigned)(isxdigit(c$) != 0) * 8 + (unsigned)(ispunct(c$) != 0) * 16); mix((unsigned)toupper(c$) * 3 + (unsigned)tolower(c$)); }
=== spans
--
{ char t$[8] = { 'a', (char)('a' + (@e & 3)), 'b', (char)(@e & 127), 'c' }; mix((unsigned)strspn(t$, "ab") + 8 * (unsigned)strcspn(t$, "cd")); mix(strpbrk(t$, "d,") != 0); mix(strstr(t$, "ba") ? 5 : 6); }
=== tokens
--
{ char t$[] = "ab,c;;d"; t$[@u % 7] = @[','|'x'|(char)(@e & 127)]; unsigned n$ = 0; for (char *p$ = strtok(t$, ",;"); p$; p$ = strtok(0, ",;")) n$ = n$ * 7 + (unsigned char)*p$; mix(n$); }
=== sorting
static int order$(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return @[x < y ? -1 : x > y|(x > y) - (x < y)|(y > x) - (y < x)]; }
--
{ int t$[4] = { @e & 63, @k, @e & 31, @b }; qsort(t$, 4, sizeof *t$, order$); mix((unsigned)t$[0] * 5 + (unsigned)t$[2]); int key$ = t$[@e & 3]; int *f$ = bsearch(&key$, t$, 4, sizeof *t$, order$); mix(f$ ? (unsigned)*f$ : 9u); }
=== reading numbers
--
{ char t$[8] = "12 34"; t$[@u % 5] = '0' + (@e & 7); int x$ = 0, y$ = -1; int n$ = sscanf(t$, "@[%d %d|%2d%d|%x %i|%1d,%d]", &x$, &y$); mix((unsigned)(n$ + x$ * 3 + y$ * 5)); }
=== absolute values and minimum
--
mix((unsigned)(abs(@e) + (int)labs(-3L - @e) % 100)); { div_t d$ = div(@e, (@e & 7) + 1); mix((unsigned)(d$.quot * 3 + d$.rem)); }
=== word by word
--
{ const char *s$ = "a1 b22 c"; int digits$ = 0, words$ = 0, in$ = 0; for (const char *p$ = s$ + (@e & 3); *p$; p$++) { if (isdigit((unsigned char)*p$)) digits$ = digits$ * 10 + (*p$ - '0'); if (*p$ == ' ') in$ = 0; else if (!in$) { in$ = 1; words$++; } } mix((unsigned)(digits$ + words$ * 100)); }
