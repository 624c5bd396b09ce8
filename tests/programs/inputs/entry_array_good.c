// One element is always there.
//@ test: --entry first --capacity 4
//@ paths: 2
int first(const unsigned *a, int n)
{
    return n > 0 ? a[0] : 0;
}
