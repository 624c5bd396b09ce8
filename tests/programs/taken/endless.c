// From some numbers the loop never ends, and nothing behind it is reached; that it runs for ever is known, not waited for.
//@ test:
//@ json: loops/endless != 0
//@ verify: --property no-overflow
//@ verdict: true
//@ verify: --max-work 2000 --no-summaries
//@ verdict: unknown
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), start = x;
    while (x < 1000000) {
        if (x != 600000)
            x++;
    }
    assert(start > 600000);
    return 0;
}
