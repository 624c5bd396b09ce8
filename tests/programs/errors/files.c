// Files that are not there, are no files, or are of another kind: one sentence each.
//@ run: show not_there.c
//@ exit: 2
//@ one line: stderr
//@ stderr: lariat: not_there.c: there is no such file
//@ empty: stdout
//@ run: show .
//@ exit: 2
//@ one line: stderr
//@ stderr: lariat: .: this is a directory; give the files in it that belong to the program
//@ empty: stdout
//@ run: show %s not_there.ll
//@ exit: 2
//@ one line: stderr
//@ stderr: not_there.ll: there is no such file
//@ empty: stdout
//@ run: show %t/program
//@ before: clang-19 -c -x c entry.c -o %t/program
//@ exit: 2
//@ one line: stderr
//@ stderr: this is a compiled ELF file; give the .c files or their bitcode
//@ empty: stdout
//@ run: show broken.json
//@ exit: 2
//@ one line: stderr
//@ stderr: broken.json: this is a text file of unknown kind
//@ empty: stdout
//@ run: show --compile-commands not_there.json
//@ exit: 2
//@ one line: stderr
//@ stderr: not_there.json: there is no such file
//@ empty: stdout
