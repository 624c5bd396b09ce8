; Nothing tells where the lives of variables end in bitcode without debug information, so the answer says so.
;@ run: verify %s --property valid-memsafety --out %t --time 2m
;@ stdout: note: a variable lived as long as its uses suggest
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @main() {
  %1 = alloca i32, align 4
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  store i32 0, ptr %1, align 4
  store i32 1, ptr %3, align 4
  store ptr %3, ptr %2, align 8
  %4 = load ptr, ptr %2, align 8
  %5 = load i32, ptr %4, align 4
  ret i32 %5
}
