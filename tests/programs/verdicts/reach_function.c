// A function that is called for one input.
//@ reach: --target secret
//@ verdict: reached
#include <lariat.h>
static int secret(void) { return 42; }
int main(void)
{
    char key[3];
    lariat_make_symbolic(key, 3, "key");
    if (key[0] == 'k' && key[1] == 'e' && key[2] == 'y')
        return secret();
    return 0;
}
