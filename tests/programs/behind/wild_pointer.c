// A wild pointer is not only NULL, which is what an input happens to show. Unless it must be NULL, a run may go on behind it.
//@ reach: --entry by_number --target wild_pointer.c:29
//@ verdict: unknown
//@ reach: --entry by_nobody --target wild_pointer.c:37
//@ verdict: unknown
//@ reach: --entry by_choice --target wild_pointer.c:45
//@ verdict: unknown
//@ reach: --entry by_call --target wild_pointer.c:52
//@ verdict: unknown
//@ reach: --entry surely_null --target wild_pointer.c:60
//@ verdict: unreachable
//@ reach: --entry unused --target wild_pointer.c:68
//@ verdict: unknown
//@ reach: --entry divided --target wild_pointer.c:76
//@ verdict: unreachable
//@ reach: --entry divided_for_nothing --target wild_pointer.c:83
//@ verdict: unknown
//@ test: --entry by_number
//@ bugs: 1
//@ json: complete == false
//@ test: --entry surely_null
//@ bugs: 1
//@ json: complete == true

int by_number(unsigned long number)
{
    char byte = *(volatile char *)number;
    if (number > 8)
        return byte & 1;
    return 2;
}
int by_nobody(void)
{
    char *nobody;
    char byte = *nobody;
    if (nobody != 0)
        return byte & 1;
    return 2;
}
int by_choice(unsigned long number)
{
    static int global = 1;
    *(number == 0 ? &global : (int *)(number & ~3ul)) = 3;
    if (global == 3 && number > 8)
        return 1;
    return 2;
}
int by_call(unsigned long number)
{
    ((void (*)(void))number)();
    if (number > 8)
        return 1;
    return 2;
}
int surely_null(unsigned long number)
{
    if (number != 0)
        return 0;
    int value = *(int *)number;
    return value + 1;
}
int unused(unsigned long number)
{
    if (number != 0)
        return 0;
    // Nobody uses what is read, so a compiler does not read it.
    *(int *)number;
    return 1;
}
int divided(int number)
{
    if (number != 0)
        return 0;
    int quotient = 100 / number;
    // The machine ends the program before this.
    return quotient + 1;
}
int divided_for_nothing(int number)
{
    if (number != 0)
        return 0;
    (void)(100 / number);
    return 1;
}
