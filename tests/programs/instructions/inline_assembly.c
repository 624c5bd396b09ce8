// Inline assembly is the one thing C programs do that Lariat cannot: the instruction says so, with its line, and
// the rest of the file is there.
int before(int a) {
    return a + 1; //~ add nsw i32
}

int assembly(int a) {
    int r;
    __asm__("bswap %0" : "=r"(r) : "0"(a)); //~ unsupported
    return r + 1; //~ add nsw i32
}

void halt(void) {
    __asm__ volatile("hlt"); //~ unsupported
}

int after(int a) {
    return assembly(a) * 2; //~ call assembly | mul nsw
}
