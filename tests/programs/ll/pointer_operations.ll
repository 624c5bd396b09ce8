; Pointer intrinsics and address spaces.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define ptr @masked(ptr %p) {
  %m = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -16)
  ret ptr %m
}

define i32 @other_space(ptr addrspace(256) %p) {
  %q = addrspacecast ptr addrspace(256) %p to ptr
  %v = load i32, ptr %q
  ret i32 %v
}

define ptr @chosen(i1 %c, ptr %p, ptr %q) {
  %s = select i1 %c, ptr %p, ptr %q
  %g = getelementptr i8, ptr %s, i32 -1
  ret ptr %g
}
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
;@ run: show --quiet --json %s
;@ json: functions[name=masked]/blocks/0/instructions/0/text == "%2 = ptrmask(%1, -16)"
;@ json: functions[name=chosen]/blocks/0/instructions/0/kind == select
;@ json: functions[name=chosen]/blocks/0/instructions/1/text == "%5 = %4 - 1"
;@ json: functions[name=other_space]/blocks/0/instructions/0/kind == unsupported
;@ json: unsupported/# == 1
;@ json: unsupported/0/reason == "the type ptr addrspace(256)"
