// One way round a loop ends and another does not; a division by zero ends the program like an access to NULL.
//@ verify: --property termination --entry one_way_stays
//@ verdict: false
//@ verify: --property termination --entry divides
//@ verdict: true
//@ verify: --property termination --entry divides_for_nothing
//@ verdict: unknown (undefined behaviour on the way: division-by-zero
int one_way_stays(int x)
{
    while (x != 0) {
        if (x == 13)
            return 1;
        if (x > 0)
            x--;
    }
    return 0;
}

int divides(unsigned x)
{
    return 100 / (x % 50 == 49 ? 0 : 1);
}

int divides_for_nothing(unsigned x)
{
    (void)(100 / (x % 50 == 49 ? 0 : 1));
    return 0;
}
