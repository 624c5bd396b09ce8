/* The sum of the first numbers has a closed form, whatever their number, and although everything wraps around. */
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}

int main(void)
{
    unsigned count = __VERIFIER_nondet_uint(), sum = 0;

    for (unsigned i = 0; i < count; i++)
        sum += i;
    if (2 * sum != count * (count - 1))
        reach_error();
    return 0;
}
