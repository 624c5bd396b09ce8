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
int assembly(int c) { __asm__("nop # \"quoted\" \\ {" : "+r"(c)); return c; }
//@ run: show --dot %s
//@ stdout~: ^digraph
//@ count: 1 digraph
//@ stdout~: \}\s*\z
//@ stdout: branch
//@ stdout: second
//@ stdout: f0_bb0 [label="entry:\l%1 = a.1 > 3\lif %1 goto if.then else if.end\l"];
//@ stdout: f0_bb0 -> f0_bb1 [label="T"];
//@ stdout: f0_bb0 -> f0_bb2 [label="F"];
//@ stdout: f0_bb5 -> f0_bb6 [label="1"];
//@ stdout: f0_bb5 -> f0_bb8 [label="default"];
//@ stdout: , peripheries=2];
//@ stdout: label="int second(int b)";
//@ count: 3 subgraph
//@ stdout~: UNSUPPORTED inline assembly \\"nop # .*\\"quoted.*\\l"\];$
//@ run: show --dot --function second %s
//@ stdout!: branch
//@ run: show --dot --json %s
//@ exit: 2
//@ stderr: cannot be used with
//@ empty: stdout
