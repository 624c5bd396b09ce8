// The address of a label outside of a computed goto: a value like any other, and the block stays.
#include <stdint.h>

void *escaping(void) {
    return &&there; //~ jump
there:
    return 0;
}

intptr_t distance(int c) {
    if (c)
        goto last;
first:
    c--;
    if (c > 3)
        goto first;
last:
    return (char *)&&last - (char *)&&first; //~ return
}

//@ run: show --json --quiet %s
//@ json: functions[name=escaping]/blocks[name=there]/labels == ["there"]
//@ json: functions[name=escaping]/blocks[name=return]/instructions/0/text == "return &&escaping:there"
//@ json: functions[name=distance]/loops/0/irreducible == false
