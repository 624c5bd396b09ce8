; Integer intrinsics that the optimiser makes: minimum, maximum, absolute value, saturation, funnel shifts.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @minmax(i32 %a, i32 %b) {
  %smin = call i32 @llvm.smin.i32(i32 %a, i32 %b)
  %smax = call i32 @llvm.smax.i32(i32 %a, i32 %b)
  %umin = call i32 @llvm.umin.i32(i32 %smin, i32 %smax)
  %umax = call i32 @llvm.umax.i32(i32 %umin, i32 7)
  %abs = call i32 @llvm.abs.i32(i32 %umax, i1 true)
  ret i32 %abs
}

define i8 @saturating(i8 %a, i8 %b) {
  %1 = call i8 @llvm.sadd.sat.i8(i8 %a, i8 %b)
  %2 = call i8 @llvm.uadd.sat.i8(i8 %1, i8 %b)
  %3 = call i8 @llvm.ssub.sat.i8(i8 %2, i8 %b)
  %4 = call i8 @llvm.usub.sat.i8(i8 %3, i8 %b)
  %5 = call i8 @llvm.sshl.sat.i8(i8 %4, i8 1)
  %6 = call i8 @llvm.ushl.sat.i8(i8 %5, i8 1)
  ret i8 %6
}

define i64 @funnels(i64 %a, i64 %b, i64 %n) {
  %l = call i64 @llvm.fshl.i64(i64 %a, i64 %b, i64 %n)
  %r = call i64 @llvm.fshr.i64(i64 %l, i64 %b, i64 %n)
  %z = call i64 @llvm.ctlz.i64(i64 %r, i1 false)
  ret i64 %z
}

declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.abs.i32(i32, i1)
declare i8 @llvm.sadd.sat.i8(i8, i8)
declare i8 @llvm.uadd.sat.i8(i8, i8)
declare i8 @llvm.ssub.sat.i8(i8, i8)
declare i8 @llvm.usub.sat.i8(i8, i8)
declare i8 @llvm.sshl.sat.i8(i8, i8)
declare i8 @llvm.ushl.sat.i8(i8, i8)
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare i64 @llvm.fshr.i64(i64, i64, i64)
declare i64 @llvm.ctlz.i64(i64, i1)
;@ run: show --quiet %s
;@ stdout: %3 = smin(%1, %2)
;@ stdout: %4 = smax(%1, %2)
;@ stdout: %5 = umin(%3, %4)
;@ stdout: %6 = umax(%5, 7)
;@ stdout: %7 = abs(%6, true)
;@ stdout: %3 = sadd.sat(%1, %2)
;@ stdout: %4 = uadd.sat(%3, %2)
;@ stdout: %5 = ssub.sat(%4, %2)
;@ stdout: %6 = usub.sat(%5, %2)
;@ stdout: %7 = sshl.sat(%6, 1)
;@ stdout: %8 = ushl.sat(%7, 1)
;@ stdout: %4 = fshl(%1, %2, %3)
;@ stdout: %5 = fshr(%4, %2, %3)
;@ stdout: %6 = ctlz(%5, false)
;@ stdout!: UNSUPPORTED
