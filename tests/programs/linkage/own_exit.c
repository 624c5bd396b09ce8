// A program may have functions called exit and atexit, of which a library knows nothing. Its end does not call them.
//@ test:
//@ paths: 1
//@ test: -DEXTERNAL --cflags=-fno-builtin
//@ paths: 1
//@ verify: --property termination -DEXTERNAL --cflags=-fno-builtin
//@ verdict: true
#ifdef EXTERNAL
#define LINKAGE
#else
#define LINKAGE static
#endif

static int calls;

LINKAGE void exit(int status) { calls += status; }
LINKAGE int atexit(int *number, int more) { return *number += more; }

__attribute__((destructor)) static void destructor(void)
{
    if (calls != 3)
        __builtin_trap();
}

int main(void)
{
    int number = 1;

    exit(3);
    return atexit(&number, 2) != 3 || calls != 3;
}
