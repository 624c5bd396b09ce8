// Pointers may be null if that is asked for. The mended version.
//@ test: --entry f --null-pointers
//@ paths: 2
int f(int *p)
{
    return p ? *p : 0;
}
