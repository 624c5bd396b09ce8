// A pointer to numbers is a buffer of any length up to the capacity; the function's own length must not be trusted.
//@ test: --entry sum --capacity 4
int sum(const unsigned *a, int n)
{
    unsigned total = 0;
    for (int i = 0; i < n && i < 3; i++)
        total += a[i]; //! out-of-bounds-read
    return total;
}
