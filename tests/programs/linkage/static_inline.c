// A static inline function of a header, included by two files, is there twice; --function shows both.
#include "static_inline.h"
int here(int a) { return common_helper(a); }

//@ run: show --json %s static_inline_other.c
//@ json: functions[name=common_helper]/location/file has static_inline.h
//@ json: functions[name=here]/blocks/0/instructions[kind=call]/callee == common_helper
//@ json: functions/# == 4
//@ run: show --function common_helper %s static_inline_other.c
//@ count: 2 static int common_helper
