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
