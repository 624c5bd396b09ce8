; Floating-point intrinsics: classes, saturating conversion, fused operations, IEEE minimum, scaling.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @all(double %a, double %b, i32 %n) {
  %class = call i1 @llvm.is.fpclass.f64(double %a, i32 3)
  %min = call double @llvm.minimum.f64(double %a, double %b)
  %max = call double @llvm.maximum.f64(double %min, double %b)
  %fma = call double @llvm.fma.f64(double %max, double %a, double %b)
  %muladd = call double @llvm.fmuladd.f64(double %fma, double %a, double %b)
  %scaled = call double @llvm.ldexp.f64.i32(double %muladd, i32 %n)
  %parts = call { double, i32 } @llvm.frexp.f64.i32(double %scaled)
  %fraction = extractvalue { double, i32 } %parts, 0
  %s = call i32 @llvm.fptosi.sat.i32.f64(double %fraction)
  %u = call i32 @llvm.fptoui.sat.i32.f64(double %fraction)
  %r = call i64 @llvm.lround.i64.f64(double %a)
  %small = trunc i64 %r to i32
  %flag = zext i1 %class to i32
  %x = add i32 %s, %u
  %y = add i32 %x, %small
  %z = add i32 %y, %flag
  ret i32 %z
}
declare i1 @llvm.is.fpclass.f64(double, i32)
declare double @llvm.minimum.f64(double, double)
declare double @llvm.maximum.f64(double, double)
declare double @llvm.fma.f64(double, double, double)
declare double @llvm.fmuladd.f64(double, double, double)
declare double @llvm.ldexp.f64.i32(double, i32)
declare { double, i32 } @llvm.frexp.f64.i32(double)
declare i32 @llvm.fptosi.sat.i32.f64(double)
declare i32 @llvm.fptoui.sat.i32.f64(double)
declare i64 @llvm.lround.i64.f64(double)
;@ run: show --quiet %s
;@ stdout: %4 = is.fpclass(%1, 3)
;@ stdout: %5 = minimum(%1, %2)
;@ stdout: %6 = maximum(%5, %2)
;@ stdout: %7 = fma(%6, %1, %2)
;@ stdout: %8 = fmuladd(%7, %1, %2)
;@ stdout: %9 = ldexp(%8, %3)
;@ stdout: %10 = frexp(%9)
;@ stdout: %12 = fptosi.sat(%11)
;@ stdout: %13 = fptoui.sat(%11)
;@ stdout: %14 = lround(%1)
;@ run: show --quiet --json %s
;@ json: functions[name=all]/blocks/0/instructions[operation=frexp]/type == "{double, i32}"
;@ json: functions[name=all]/blocks/0/instructions[operation=lround]/type == i64
;@ json: unsupported == []
