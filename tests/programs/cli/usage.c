// The command line itself: help, version, wrong options, no input. Wrong usage is exit code 2 with nothing on standard output.
//@ run: --help
//@ stdout: Usage: lariat
//@ stdout: show
//@ run: show --help
//@ stdout: Examples:
//@ stdout: --compile-commands
//@ stdout: --data-model
//@ run: --version
//@ stdout~: ^lariat \d+\.\d+\.\d+
//@ run: show --no-such-option %s
//@ exit: 2
//@ stderr: --no-such-option
//@ empty: stdout
//@ run: shov %s
//@ exit: 2
//@ stderr: show
//@ empty: stdout
//@ run: show
//@ exit: 2
//@ one line: stderr
//@ stderr: no input: give one or more .c, .i, .bc or .ll files
//@ empty: stdout
//@ run: show --data-model ILP64 %s
//@ exit: 2
//@ stderr: ILP64
//@ empty: stdout
//@ run: show --function
//@ exit: 2
//@ stderr: --function
//@ empty: stdout
