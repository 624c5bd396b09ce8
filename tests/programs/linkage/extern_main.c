// Two files linked: what one declares the other defines; `static` names of both stay apart.
#include "shared.h"

static int hidden = 1;
static int helper(void) { return hidden; }
extern int from_library;

int main(void) {
    return library(from_library) + helper();
}
