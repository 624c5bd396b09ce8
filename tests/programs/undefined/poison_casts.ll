; Conversions that promise what does not hold for some inputs.
;@ run: test %s --out %t/out --json --quiet
;@ exit: 3
;@ json: bugs/# == 1
;@ json: bugs/0/kind == poison-use
;@ json: complete == false
;@ json: behind_bugs == 2
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@name = private constant [2 x i8] c"x\00"
declare i32 @klee_int(ptr)
define i32 @main() {
  %x = call i32 @klee_int(ptr @name)
  %z = zext nneg i32 %x to i64
  %c = icmp ult i64 %z, 10
  br i1 %c, label %small, label %large
small:
  %t = trunc nuw i32 %x to i8
  %b = icmp eq i8 %t, 3
  br i1 %b, label %end, label %other
other:
  ret i32 2
large:
  %n = trunc nsw i32 %x to i16
  %e = icmp eq i16 %n, 700
  br i1 %e, label %end, label %other
end:
  ret i32 1
}
