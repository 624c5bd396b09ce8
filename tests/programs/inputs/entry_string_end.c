// Reading behind the end of a text is a bug; up to it, it is not.
//@ test: --entry f --capacity 4
int f(const char *s)
{
    int i = 0;
    while (s[i])
        i++;
    return s[i + 1]; //! out-of-bounds-read
}
