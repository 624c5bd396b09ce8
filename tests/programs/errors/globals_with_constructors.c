// Constructors would overwrite global variables that are inputs, so the two do not go together.
//@ run: verify %s --entry work --symbolic-globals
//@ exit: 2
//@ one line: stderr
//@ stderr: --symbolic-globals does not work with constructors
extern void reach_error(void);
int level = 3;
__attribute__((constructor)) static void early(void) { level = 5; }
int work(int a)
{
    if (level == 7 && a == 1)
        reach_error();
    return 0;
}
