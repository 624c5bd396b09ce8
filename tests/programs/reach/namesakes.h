/* Of namesakes.c. */
static inline int shared(int x)
{
    return x * 2;
}
