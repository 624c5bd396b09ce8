// A line in an entry function, behind a text.
//@ reach: --entry parse --target reach_entry.c:9
//@ verdict: reached
int parse(const char *s)
{
    int depth = 0;
    while (*s == '(')
        depth++, s++;
    if (depth == 2 && *s == 'x') return 7;
    return 0;
}
