; Poison as an address and as a divisor; without places in the source they are one report.
;@ run: test %s --out %t/out --json --quiet
;@ exit: 3
;@ json: bugs/# == 1
;@ json: bugs/0/kind == poison-use
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@name = private constant [2 x i8] c"x\00"
@table = global [4 x i8] c"abc\00"
declare i32 @klee_int(ptr)
define i32 @main() {
  %x = call i32 @klee_int(ptr @name)
  %c = icmp sgt i32 %x, 0
  br i1 %c, label %address, label %divide
address:
  %h = lshr exact i32 %x, 31
  %p = getelementptr i8, ptr @table, i32 %h
  %v = load i8, ptr %p
  ret i32 0
divide:
  %o = or i32 %x, 1
  %m = mul nuw i32 %o, 3
  %q = udiv i32 100, %m
  ret i32 %q
}
