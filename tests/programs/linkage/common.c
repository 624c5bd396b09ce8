// Tentative definitions: with -fcommon the same variable may be defined in several files and the largest one wins.
int shared_counter;
char shared_buffer[4];
int read_counter(void) { return shared_counter + shared_buffer[0]; }
//@ run: show --json --cflags=-fcommon %s common_other.c
//@ json: globals[name=shared_counter]/linkage == shared
//@ json: globals[name=shared_counter]/defined == true
//@ json: globals[name=shared_buffer]/size == 16
//@ json: globals/# == 2
//@ run: show %s common_other.c
//@ exit: 2
//@ stderr: is defined in common.c and again in common_other.c
//@ one line: stderr
//@ empty: stdout
