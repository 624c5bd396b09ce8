; A branch on undef may go both ways; what follows is not confirmed, since the native program goes one way.
;@ run: test %s --out %t/out --json --quiet
;@ exit: 3
;@ json: bugs/# == 1
;@ json: bugs/0/kind == assertion-failure
;@ json: bugs/0/verdict/result == unconfirmed
;@ json: paths == 2
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@text = private constant [2 x i8] c"x\00"
declare void @__assert_fail(ptr, ptr, i32, ptr)
define i32 @main() {
  %x = add i32 undef, 0
  %c = icmp eq i32 %x, 1234567
  br i1 %c, label %yes, label %no
yes:
  call void @__assert_fail(ptr @text, ptr @text, i32 1, ptr @text)
  unreachable
no:
  ret i32 0
}
