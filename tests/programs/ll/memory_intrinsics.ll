; Memory intrinsics in all their forms, lifetimes, invariant markers, stack save and restore.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define void @blocks(ptr %p, ptr %q, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 8 %q, i64 %n, i1 true)
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %q, i64 3, i1 false)
  call void @llvm.memset.p0.i64(ptr %p, i8 -1, i64 %n, i1 false)
  ret void
}

define i32 @lifetimes() {
  %x = alloca [4 x i32], align 16
  call void @llvm.lifetime.start.p0(i64 16, ptr %x)
  store i32 3, ptr %x
  %v = load i32, ptr %x
  call void @llvm.lifetime.end.p0(i64 16, ptr %x)
  ret i32 %v
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
;@ run: show --quiet %s
;@ stdout: volatile memcpy(%1, %2, %3)
;@ stdout~: ^ +memcpy\(%1, %2, 8\)$
;@ stdout: memmove(%1, %2, 3)
;@ stdout: memset(%1, -1, %3)
;@ stdout: lifetime starts %1
;@ stdout: lifetime ends %1
;@ stdout: %1 = alloca [4 x i32], align 16
