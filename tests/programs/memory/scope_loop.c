// A variable of a loop's body is another one in each round, though its address is the same.
//@ test:
#include <lariat.h>
int main(void)
{
    int *last = 0, same = 0;
    for (int i = 0; i < 3; i++) {
        int here[2];
        here[0] = i;
        here[1] = last == here;
        same += here[1];
        last = here;
    }
    lariat_assert(same <= 2);
    return 0;
}
