; freeze, undef and poison as operands: kept apart, since freeze gives one value and undef a new one per use.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @freezes(i32 %a) {
  %f = freeze i32 %a
  %g = freeze i32 undef
  %h = freeze i32 poison
  %s = add i32 %f, %g
  %t = add i32 %s, %h
  ret i32 %t
}

define i32 @undefined(i1 %c) {
  %x = select i1 %c, i32 undef, i32 poison
  %y = add i32 undef, %x
  ret i32 %y
}

define { i32, i32 } @partly(i32 %a) {
  %p = insertvalue { i32, i32 } poison, i32 %a, 0
  %q = insertvalue { i32, i32 } %p, i32 undef, 1
  ret { i32, i32 } %q
}
;@ run: show --quiet %s
;@ stdout: %2 = freeze %1
;@ stdout: %3 = uninitialised i32
;@ stdout: %4 = uninitialised i32
;@ stdout: %2 = %1 ? undef : poison
;@ stdout: %3 = add undef, %2
;@ stdout: %2 = poison with .0 = %1
;@ stdout: %3 = %2 with .1 = undef
