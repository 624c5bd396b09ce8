// -I, -D and --cflags reach the compiler.
#include "settings.h"
#ifndef LEVEL
#define LEVEL 1
#endif
int level = LEVEL;
int header = FROM_HEADER;
#ifdef TEXT
const char text[] = TEXT;
#endif
int wraps(int a) {
    return a + 1;
}
//@ run: show --json -I include %s
//@ json: globals[name=level]/initializer/bytes == "01"
//@ json: globals[name=header]/initializer/bytes == "29"
//@ json: globals/# == 2
//@ json: functions[name=wraps]/blocks/0/instructions/0/flags == ["nsw"]
//@ run: show --json -Iinclude -DLEVEL=300 -D 'TEXT="a b"' %s
//@ json: globals[name=level]/initializer/bytes == "2c01"
//@ json: globals[name=text]/initializer/bytes == "612062"
//@ run: show --json --cflags '-I include -DLEVEL=7 -fwrapv' %s
//@ json: globals[name=level]/initializer/bytes == "07"
//@ json: functions[name=wraps]/blocks/0/instructions/0/kind == add
//@ json: functions[name=wraps]/blocks/0/instructions/0/text == "%1 = add a, 1"
//@ run: show --json --cflags=-include --cflags=include/settings.h -I include %s
//@ json: globals[name=header]/initializer/bytes == "29"
//@ run: show --cflags "'open" %s
//@ exit: 2
//@ one line: stderr
//@ stderr: --cflags
//@ run: show %s
//@ exit: 2
//@ stderr: options.c:2:10: fatal error: 'settings.h' file not found
//@ empty: stdout
//@ run: show -I include --cflags=-fno-such-flag %s
//@ exit: 2
//@ stderr: -fno-such-flag
//@ empty: stdout
