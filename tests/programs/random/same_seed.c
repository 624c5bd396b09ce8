// The same seed gives the same numbers, whatever it is.
//@ test:
//@ verify:
//@ verdict: true
#include <lariat.h>
#include <stdlib.h>

int main(void)
{
    unsigned seed = lariat_uint("seed"), other = lariat_uint("other");
    switch (lariat_range(0, 5, "kind")) {
    case 0: {
        srand(seed);
        int first = rand(), second = rand();
        srand(seed);
        lariat_assert(rand() == first && rand() == second);
        break;
    }
    case 1: { // equal, but another input
        srandom(seed);
        long first = random();
        srandom(other);
        long again = random();
        lariat_assert(seed != other || again == first);
        break;
    }
    case 2: {
        unsigned state = seed;
        int first = rand_r(&state), second = rand_r(&state);
        state = seed;
        lariat_assert(rand_r(&state) == first && rand_r(&state) == second);
        break;
    }
    case 3: {
        srand48(seed);
        long first = lrand48(), second = mrand48();
        srand48(seed);
        lariat_assert(lrand48() == first && mrand48() == second);
        break;
    }
    case 4: {
        unsigned short words[3] = {1, (unsigned short)seed, 3}, again[3] = {1, (unsigned short)seed, 3};
        lariat_assert(nrand48(words) == nrand48(again) && words[1] == again[1]);
        break;
    }
    default: {
        unsigned short words[3] = {(unsigned short)seed, 2, 3};
        seed48(words);
        long first = lrand48();
        seed48(words);
        lariat_assert(lrand48() == first);
    }
    }
    return 0;
}
