// An index that a vector does not have is a bug, for reads and for writes. What is behind it is not proved.
//@ test: -DWRITE
//@ verify: --property unreach-call -DLARGE
//@ verdict: unknown
//@ verify: --property unreach-call -DGLOBAL
//@ verdict: unknown
//@ verify: --property unreach-call -DINSIDE
//@ verdict: true
typedef int quad __attribute__((vector_size(16)));
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
quad global = {1, 2, 3, 4};
int main(void)
{
    quad local = {1, 2, 3, 4};
    int i = __VERIFIER_nondet_int();
#ifdef WRITE
    local[i & 7] = 9; //! out-of-bounds-write
    return local[0] > 3;
#elif defined LARGE
    long beyond = 4294967296;
    local[beyond] = 9;
    if (local[0] != 9)
        reach_error();
#elif defined GLOBAL
    volatile int before = -1;
    global[before] = 9;
    if (global[3] != 4)
        reach_error();
#else
    local[i & 3] = 9;
    if (local[i & 3] != 9 || (local[0] != 1 && local[0] != 9))
        reach_error();
#endif
    return 0;
}
