/* The sum of the first numbers has a closed form. */
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}

int main(void)
{
    unsigned count = __VERIFIER_nondet_uint() % 20, sum = 0;

    for (unsigned i = 1; i <= count; i++)
        sum += i;
    if (sum != count * (count + 1) / 2)
        reach_error();
    return 0;
}
