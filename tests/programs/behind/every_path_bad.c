// Every path ends at a bug, so what follows was not looked at, and the run says so.
//@ test:
//@ json: complete == false
//@ json: behind_bugs == 2
#include <lariat.h>
#include <stdlib.h>

int main(void)
{
    int table[4] = { 0 };
    int place = lariat_range(4, 9, "place");
    if (place < 6)
        table[place] = 1; //! out-of-bounds-write
    else
        table[place + 1] = 2; //! out-of-bounds-write
    return table[0];
}
