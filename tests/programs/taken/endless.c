// From even numbers the loop never ends, and nothing behind it is reached; that it runs for ever is known, not waited for.
//@ test: --time 60s
//@ json: loops/endless == 1
//@ verify: --time 60s
//@ verdict: true
//@ verify: --time 2s --no-summaries
//@ verdict: unknown
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned even = x % 2 == 0;
    while (x != 1000001)
        x += 2;
    assert(!even);
    return 0;
}
