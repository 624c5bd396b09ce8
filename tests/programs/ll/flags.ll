; Promises that optimisers add: nuw, exact, disjoint, nneg, inbounds and its weaker forms, fast-math.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @integers(i32 %a, i32 %b, i16 %c) {
  %add = add nuw nsw i32 %a, %b
  %sub = sub nuw i32 %add, %b
  %mul = mul nsw i32 %sub, 3
  %shl = shl nuw i32 %mul, 1
  %lshr = lshr exact i32 %shl, 1
  %ashr = ashr exact i32 %lshr, 1
  %udiv = udiv exact i32 %ashr, 3
  %sdiv = sdiv exact i32 %udiv, 5
  %or = or disjoint i32 %sdiv, 1
  %zext = zext nneg i16 %c to i32
  %trunc = trunc nuw i32 %or to i8
  %back = sext i8 %trunc to i32
  %sum = add i32 %back, %zext
  ret i32 %sum
}

define ptr @pointers(ptr %p, i64 %i) {
  %a = getelementptr inbounds i32, ptr %p, i64 %i
  %b = getelementptr nusw i32, ptr %a, i64 %i
  %c = getelementptr nuw i32, ptr %b, i64 %i
  %d = getelementptr i32, ptr %c, i64 %i
  ret ptr %d
}

define double @floats(double %a, i32 %n) {
  %x = fadd nnan ninf double %a, 1.0
  %y = fmul fast double %x, %a
  %z = fsub contract double %y, %a
  %u = uitofp nneg i32 %n to double
  %w = fneg nsz double %z
  %v = fadd double %w, %u
  ret double %v
}
;@ run: show --quiet %s
;@ stdout: %4 = add nsw nuw %1, %2
;@ stdout: %5 = sub nuw %4, %2
;@ stdout: %6 = mul nsw %5, 3
;@ stdout: %7 = shl nuw %6, 1
;@ stdout: %8 = lshr exact %7, 1
;@ stdout: %9 = ashr exact %8, 1
;@ stdout: %10 = udiv exact %9, 3
;@ stdout: %11 = sdiv exact %10, 5
;@ stdout: %12 = or disjoint %11, 1
;@ stdout: %13 = zext nneg i16 %3 to i32
;@ stdout: %14 = trunc nuw i32 %12 to i8
;@ stdout~: %16 = add %15, %13$
;@ stdout~: %3 = %1 \+ 4\*%2 inbounds nusw$
;@ stdout~: %4 = %3 \+ 4\*%2 nusw$
;@ stdout~: %5 = %4 \+ 4\*%2 nuw$
;@ stdout~: %6 = %5 \+ 4\*%2$
;@ stdout: %3 = fadd nnan ninf %1, 1.0
;@ stdout: %4 = fmul nnan ninf relaxed %3, %1
;@ stdout: %5 = fsub relaxed %4, %1
;@ stdout: %6 = uitofp nneg i32 %2 to double
;@ stdout: %7 = fneg relaxed(%5)
;@ stdout: %8 = fadd %7, %6
