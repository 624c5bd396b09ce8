// Pointers may be null if that is asked for.
//@ test: --entry f
//@ bugs: none
//@ test: --entry f --null-pointers
//@ input: p.null == 1
int f(int *p)
{
    return *p; //! null-dereference
}
