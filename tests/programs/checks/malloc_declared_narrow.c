// A program may declare malloc with a narrower argument than the library has.
//@ test: --entry make
//@ bugs: none
//@ left out: capacity
extern void *malloc(unsigned int size);

int make(unsigned n) {
    char *p = malloc(n);
    return p != 0;
}
