// Two files linked: what one declares the other defines; `static` names of both stay apart.
#include "shared.h"

static int hidden = 1;
static int helper(void) { return hidden; }
extern int from_library;

int main(void) {
    return library(from_library) + helper();
}
//@ run: show --json %s extern_library.c
//@ json: functions[name=library]/defined == true
//@ json: functions[name=library]/location/file has extern_library.c
//@ json: functions[name=library]/linkage == external
//@ json: globals[name=from_library]/initializer/bytes == "2a"
//@ json: globals[name=from_library]/location/line == 5
//@ json: globals[name=hidden]/size == 4
//@ json: globals[name=hidden]/linkage == internal
//@ json: globals[source_name=hidden]/type == int
//@ json: functions[name=helper]/linkage == internal
//@ json: functions[name=helper]/source_name == helper
//@ json: unsupported/# == 0
//@ run: show %s extern_library.c
//@ stdout~: ^static long @hidden\.\d+ = 2    ; extern_library\.c:3
//@ stdout~: ^static long helper\.\d+\(void\)
//@ stdout: static int @hidden = 1
//@ stdout!: extern int library
//@ run: show %s
//@ stdout: extern i32 library(i32)
//@ stdout: extern i32 @from_library
