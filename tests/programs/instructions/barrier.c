// An empty assembly statement that clobbers memory is the usual compiler barrier: it does nothing and must not stop anything.
int barrier(int *p) {
    int a = *p;                          //~ load i32
    __asm__ volatile("" ::: "memory");
    return a + *p;                       //~ load i32 | add nsw
}

int hidden(int a) {
    __asm__("" : "+r"(a));
    return a;
}
//@ run: show --json %s
//@ json: unsupported == []
//@ json: functions[name=barrier]/blocks/0/instructions/1/kind == fence
//@ json: functions[name=hidden]/blocks/0/instructions/0/operands/0/text == a.1
