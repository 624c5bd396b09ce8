#include "part.h"

static int half(int x) { return x > 100 ? 50 : x / 2; }

static int not_called(int x) { return x ? 3 : 4; }

int part(int x) {
    return x == 12 || twice(x) == 2000 ? half(x) : not_called == 0;
}
