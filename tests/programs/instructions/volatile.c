// Volatile accesses are effects: each one stays, in order, and says so.
volatile int port;

int read_twice(void) {
    return port + port; //~ load volatile i32 | add
}

void write_twice(void) {
    port = 1; //~ store volatile
    port = 2; //~ store volatile
}

int local(void) {
    volatile int x = 3; //~ store volatile
    x++;                //~ load volatile | store volatile
    return x;           //~ load volatile
}

int plain(int *p) {
    return *p; //~ load !volatile
}
//@ run: show --json %s
//@ json: globals[name=port]/type == "volatile int"
//@ run: show --function read_twice %s
//@ count: 2 load volatile i32 @port
