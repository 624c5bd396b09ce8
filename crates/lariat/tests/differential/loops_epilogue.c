
#ifdef NATIVE
/* Prints how often each value was seen, and whether there are runs that take too long to tell. */
int main(void)
{
    static volatile int too_long;
    for (;;) {
        taken = 0;
        fuel = FUEL;
        int how = setjmp(end);
        if (how == 0) {
            reset();
            run();
        } else if (how == OUT_OF_FUEL) {
            too_long++;
        }
        int i = 0;
        for (; i < INPUTS + READS; i++) {
            if (++given[i] < (i < INPUTS ? LARGE : SMALL))
                break;
            given[i] = 0;
        }
        if (i == INPUTS + READS)
            break;
    }
    for (int value = 0; value < 256; value++)
        printf("%u ", (unsigned)seen[value]);
    printf("%d\n", too_long);
    return 0;
}
#else
int main(void)
{
    run();
    return 0;
}
#endif
