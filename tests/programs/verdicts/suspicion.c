// A suspicion that the native run does not show says that engine and machine disagree. So the run is not complete, although
// all was explored.
//@ run: test %s --out %t/out --no-coverage
//@ exit: 3
//@ stdout: 1 suspicion not confirmed by running the program
//@ stdout: a native run does not show what was predicted, so the run is not complete
//@ stdout!: everything was explored
//@ test:
//@ json: complete == false
//@ verify: --property valid-memsafety
//@ verdict: unknown
//@ json: complete == false
#include <lariat.h>
#include <stdlib.h>
int main(void)
{
    // The sanitizer makes this one byte.
    char *p = malloc(0);
    if (p && lariat_bool("write"))
        *p = 1; //! out-of-bounds-write unconfirmed
    free(p);
    return 0;
}
