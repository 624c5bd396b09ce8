#include "shared.h"

static long hidden = 2;
static long helper(void) { return hidden; }
int from_library = 42;
struct config config = { 3, "default" };

int library(int a) {
    return a + helper() + config.level;
}
