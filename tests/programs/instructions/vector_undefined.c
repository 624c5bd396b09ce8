// An undefined element of a vector makes no other element undefined: in registers, in memory, as elements of another size.
//@ verify: --property unreach-call
//@ verdict: true
//@ verify: --property unreach-call -DUSED
//@ verdict: unknown
typedef int quad __attribute__((vector_size(16)));
typedef long pair __attribute__((vector_size(16)));
extern void reach_error(void);
quad global;
int main(void)
{
    quad source = {1, 2, 3, 4};
    quad shuffled = __builtin_shufflevector(source, source, 0, -1, 7, 3);
    pair halves = (pair)shuffled;
    global = shuffled;
    if (shuffled[0] != 1 || shuffled[2] != 4 || global[0] != 1 || global[3] != 4)
        reach_error();
    if (halves[1] != 0x400000004)
        reach_error();
#ifdef USED
    if (shuffled[1] == 77)
        reach_error();
#endif
    return 0;
}
