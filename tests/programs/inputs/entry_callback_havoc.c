// A function pointer points to a function that Lariat knows nothing about: it may give anything.
//@ test: --entry each --external warn-havoc
//@ left out: callback f
int each(int (*f)(int), int n)
{
    if (f(n) == 12345)
        return 1;
    return 2;
}
