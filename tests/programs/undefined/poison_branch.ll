; A promise that does not hold for one input makes poison; a branch on it is a bug.
;@ run: test %s --out %t/out --json --quiet
;@ exit: 3
;@ json: bugs/# == 1
;@ json: bugs/0/kind == poison-use
;@ json: paths == 3
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@name = private constant [2 x i8] c"x\00"
declare i32 @klee_int(ptr)
define i32 @main() {
  %x = call i32 @klee_int(ptr @name)
  %s = add nuw i32 %x, 1
  %c = icmp ult i32 %s, 10
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
