// --json is one document: program, target, files, types, globals, functions.
#include <stdio.h>
int counter = 3;
int main(int argc, char **argv) {
    for (int i = 0; i < argc; i++)
        printf("%s\n", argv[i]);
    return counter;
}
