// Constructors run before main by ascending priority, destructors after it.
static int order;
__attribute__((constructor(300))) static void late(void) { order = order * 10 + 3; }
__attribute__((constructor(200))) static void early(void) { order = order * 10 + 2; }
__attribute__((constructor)) static void last(void) { order = order * 10 + 9; }
__attribute__((destructor)) static void finish(void) { order = 0; }
int main(void) { return order; }
//@ run: show --json %s
//@ json: constructors == ["early", "late", "last"]
//@ json: destructors == ["finish"]
//@ json: globals/# == 1
