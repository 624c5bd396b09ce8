; Vectors beyond what C writes: reductions, masks with poison, insertion at a variable place, vectors of pointers.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @reductions(<4 x i32> %v) {
  %a = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
  %b = call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> %v)
  %c = call i32 @llvm.vector.reduce.xor.v4i32(<4 x i32> %v)
  %d = add i32 %a, %b
  %e = add i32 %d, %c
  ret i32 %e
}

define float @ordered(float %start, <4 x float> %v) {
  %s = call float @llvm.vector.reduce.fadd.v4f32(float %start, <4 x float> %v)
  ret float %s
}

define <2 x i16> @shuffled(<4 x i16> %v, <4 x i16> %w) {
  %s = shufflevector <4 x i16> %v, <4 x i16> %w, <2 x i32> <i32 7, i32 poison>
  ret <2 x i16> %s
}

define <4 x i1> @masks(<4 x i8> %v, i8 %x, i32 %i) {
  %w = insertelement <4 x i8> %v, i8 %x, i32 %i
  %c = icmp ult <4 x i8> %w, <i8 1, i8 2, i8 3, i8 4>
  ret <4 x i1> %c
}

define i8 @gathered(ptr %p, <2 x i64> %i) {
  %q = getelementptr i8, ptr %p, <2 x i64> %i
  %one = extractelement <2 x ptr> %q, i32 1
  %v = load i8, ptr %one
  ret i8 %v
}
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.umax.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.xor.v4i32(<4 x i32>)
declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)
;@ run: show --quiet --json %s
;@ json: functions[name=reductions]/blocks/0/instructions/0/text == "%2 = vector.reduce.add(%1)"
;@ json: functions[name=reductions]/blocks/0/instructions/0/type == i32
;@ json: functions[name=reductions]/blocks/0/instructions/1/operation == vector.reduce.umax
;@ json: functions[name=ordered]/blocks/0/instructions/0/text == "%3 = vector.reduce.fadd(%1, %2)"
;@ json: functions[name=shuffled]/blocks/0/instructions/0/text == "%3 = shuffle %1, %2, <7, poison>"
;@ json: functions[name=shuffled]/blocks/0/instructions/0/type == "<2 x i16>"
;@ json: functions[name=masks]/blocks/0/instructions/0/text == "%4 = %1 with [%3] = %2"
;@ json: functions[name=masks]/blocks/0/instructions/1/text == "%5 = %4 <u {1, 2, 3, 4}"
;@ json: functions[name=masks]/blocks/0/instructions/1/type == "<4 x i1>"
;@ json: unsupported/# == 1
;@ json: unsupported/0/reason has "pointer arithmetic on vectors"
