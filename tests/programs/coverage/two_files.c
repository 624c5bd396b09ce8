// One row for each file, and no function that cannot be called: `unused` and what is in headers do not count.
//@ run: test --quiet --time 30s --out %t/out %s files/part.c --entry whole
//@ stdout~: ^coverage   lines \d+ of \d+ \(100.0 %\), branches 10 of 10 \(100.0 %\)$
//@ stdout~: ^  files/part.c: lines 4 of 4 \(100.0 %\), branches 6 of 6 \(100.0 %\)$
//@ stdout~: ^  two_files.c: lines 5 of 5 \(100.0 %\), branches 4 of 4 \(100.0 %\)$
#include "files/part.h"

int unused(int x) {
    if (x > 4)
        return 1;
    return 0;
}

int whole(int a, int b) {
    if (a > 0 && b > 0)
        return part(a);
    return 0;
}
