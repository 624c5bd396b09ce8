// The limit comes before the place: unknown, with the reason.
//@ reach: --no-summaries --target secret --max-steps 500
//@ verdict: unknown (the limit of steps on a path was reached
#include <lariat.h>
static int secret(void) { return 42; }
int main(void)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < 100000; i++)
        sum += i;
    if (sum == 5)
        return secret();
    return 0;
}
