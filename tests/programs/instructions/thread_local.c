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
//@ run: show --json %s
//@ json: globals[name=counter]/thread_local == true
//@ json: globals[name=counter]/initializer/bytes == "05"
//@ json: globals[name=buffer]/thread_local == true
//@ json: globals[name=buffer]/linkage == internal
//@ json: globals[name=mine.calls]/thread_local == true
//@ json: globals[name=mine.calls]/source_name == calls
