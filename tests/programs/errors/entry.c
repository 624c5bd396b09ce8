// The entry function must be there, with a body.
extern int only_declared(int);
int parse_header(int a) { return only_declared(a); }
int parse_body(int a) { return a; }
//@ run: show --entry main %s
//@ exit: 2
//@ one line: stderr
//@ stderr: there is no function `main` to start at
//@ empty: stdout
//@ run: show --entry parse_boby %s
//@ exit: 2
//@ one line: stderr
//@ stderr: there is no function `parse_boby` to start at; there is `parse_body`
//@ run: show --entry only_declared %s
//@ exit: 2
//@ one line: stderr
//@ stderr: there is no function `only_declared` to start at: it is declared but has no body in the files given
//@ run: show --function only_declared %s
//@ exit: 2
//@ one line: stderr
//@ stderr: there is no function `only_declared` with a body: it is only declared in the files given
//@ empty: stdout
