// Functions that nobody calls are part of the program, static ones only if someone needs them.
static int unused(int a) { return a; }
static int used_in_table(int a) { return a + 1; }
int (*table[])(int) = { used_in_table };
int never_called(void) { return 1; }
//@ run: show --json %s
//@ json: functions[name=never_called]/defined == true
//@ json: functions[name=used_in_table]/linkage == internal
//@ json: functions[name=used_in_table]/defined == true
//@ json: functions/# == 2
