// Indexes of vectors that are read, and of vectors in memory.
//@ test:
typedef int quad __attribute__((vector_size(16)));
struct both {
    quad elements;
    int after;
};
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    struct both both = {{1, 2, 3, 4}, 5};
    quad local = {1, 2, 3, 4};
    int i = __VERIFIER_nondet_int();
    if (i & 256)
        return local[i & 7] > 3; //! out-of-bounds-read
    both.elements[i] = 6; //! out-of-bounds-write
    return both.after;
}
