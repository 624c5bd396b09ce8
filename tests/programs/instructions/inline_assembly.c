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
//@ run: show --json %s
//@ json: unsupported/# == 2
//@ json: unsupported/0/function == assembly
//@ json: unsupported/0/reason == "inline assembly \"bswap $0\""
//@ json: unsupported/0/location == {"file": "inline_assembly.c", "line": 9, "column": 5}
//@ json: unsupported/1/function == halt
//@ json: unsupported/1/location/line == 14
//@ json: functions[name=assembly]/blocks/0/instructions/0/result == r
