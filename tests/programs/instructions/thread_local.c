// Thread-local variables are reached through their address in this thread.
_Thread_local int counter = 5;
static __thread char buffer[8];

int next(void) {
    return ++counter; //~ threadlocal.address | load i32 | add nsw | store
}

char *mine(void) {
    static _Thread_local long calls;
    calls++;
    return buffer; //~ threadlocal.address
}
