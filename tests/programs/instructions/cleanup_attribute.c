// __attribute__((cleanup)) calls a function on every way out of a scope; return values are kept across the call.
static void closed(int *handle) { (*handle)++; }

int use(int n) {
    for (int i = 0; i < n; i++) {
        int handle __attribute__((cleanup(closed))) = i; //~ alloca align=4 | store i32
        if (handle == 4)
            return handle; //~ load i32
    } //~ call callee=closed "closed(&handle)" | switch
    return -1;
}

//@ run: show --json %s
//@ json: functions[name=use]/loops/# == 1
//@ json: functions[name=use]/loops/0/exits/# == 2
//@ json: functions[name=use]/loops/0/latches/# == 1
//@ json: functions[name=use]/variables[name=handle]/type == int
