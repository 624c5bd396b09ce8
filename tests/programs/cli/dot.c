// --dot writes graphs that Graphviz reads: quoted names, escaped texts, balanced braces.
#include <stdio.h>
int branch(int a) {
    if (a > 3)
        puts("quote \" backslash \\ brace { | } < > newline \n");
    while (a-- > 0)
        ;
    switch (a) { case 1: return 2; case 5: return 6; }
    return a;
}
int second(int b) { return b; }
//@ run: show --dot %s
//@ stdout~: ^digraph
//@ count: 1 digraph
//@ stdout~: \}\s*\z
//@ stdout: branch
//@ stdout: second
//@ stdout~: ->
//@ run: show --dot --function second %s
//@ stdout!: branch
//@ run: show --dot --json %s
//@ exit: 2
//@ stderr: cannot be used with
//@ empty: stdout
