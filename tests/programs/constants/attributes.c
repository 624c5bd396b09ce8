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
//@ run: show --json %s
//@ json: globals[name=aligned]/align == 64
//@ json: globals[name=aligned]/size == 3
//@ json: globals[name=over_aligned]/align == 32
//@ json: globals[name=fixed]/constant == true
//@ json: globals[name=mutable]/constant == false
//@ json: globals[name=device]/constant == true
//@ json: globals[name=device]/type == "const volatile int"
//@ json: globals[name=constant_pointer]/constant == true
//@ json: globals[name=constant_pointer]/type == "int *const"
//@ json: globals[name=pointer_to_constant]/constant == false
//@ json: globals[name=pointer_to_constant]/type == "const int *"
//@ json: globals[name=kept]/linkage == internal
//@ json: globals[name=kept]/initializer/bytes == "05"
//@ json: globals[name=placed]/initializer/bytes == "06"
//@ run: show %s
//@ stdout!: @unused
