// A suspicion that the native run does not show says that engine and machine disagree. So the run is not complete, although
// all was explored.
//@ run: test %s --out %t/out --no-coverage
//@ exit: 3
//@ stdout: 1 suspicion not confirmed by running the program
//@ stdout: a native run does not show what was predicted, so the run is not complete
//@ stdout!: everything was explored
//@ test:
//@ json: complete == false
#include <lariat.h>
#include <ctype.h>
int main(void)
{
    // The machine reads its table behind the end, where something is.
    int c = lariat_bool("far") ? 300 : 'a';
    return toupper(c) == 'A'; //! invalid-argument unconfirmed
}
