// Alignment, sections, const and mutable, used and unused statics.
_Alignas(64) char aligned[3];
int over_aligned __attribute__((aligned(32))) = 1;
const int fixed = 1;
int mutable = 2;
const volatile int device = 3;
int *const constant_pointer = &mutable;
const int *pointer_to_constant = &fixed;
static int unused = 4;
static int kept __attribute__((used)) = 5;
int placed __attribute__((section("special"))) = 6;
