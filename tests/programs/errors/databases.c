// Compilation databases that are none.
//@ run: show --compile-commands broken.json
//@ exit: 2
//@ one line: stderr
//@ stderr: broken.json: is not a compilation database
//@ empty: stdout
//@ run: show --compile-commands not_a_list.json
//@ exit: 2
//@ one line: stderr
//@ stderr: not_a_list.json: is not a compilation database
//@ empty: stdout
//@ run: show --compile-commands ../cli/commands.json entry.c
//@ exit: 2
//@ one line: stderr
//@ stderr: entry.c: has no entry in ../cli/commands.json
//@ empty: stdout
