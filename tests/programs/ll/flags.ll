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
