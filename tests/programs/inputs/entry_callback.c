// A function pointer points to a function that Lariat knows nothing about: calling it ends the path with a reason.
//@ test: --entry each
//@ left out: callback f
int each(int (*f)(int), int n)
{
    if (n <= 0)
        return 0;
    return f(n);
}
