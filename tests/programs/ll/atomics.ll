; Atomic operations that clang has no C for, and all kinds of compare-and-exchange.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @updates(ptr %p, i32 %v, ptr %f, float %x) {
  %1 = atomicrmw xchg ptr %p, i32 %v seq_cst
  %2 = atomicrmw max ptr %p, i32 %1 monotonic
  %3 = atomicrmw umax ptr %p, i32 %2 acquire
  %4 = atomicrmw uinc_wrap ptr %p, i32 %3 release
  %5 = atomicrmw udec_wrap ptr %p, i32 %4 acq_rel
  %6 = atomicrmw fadd ptr %f, float %x seq_cst
  %7 = atomicrmw fmin ptr %f, float %6 seq_cst
  %8 = atomicrmw volatile nand ptr %p, i32 %5 seq_cst, align 2
  ret i32 %8
}

define i1 @exchanges(ptr %p, i64 %old, i64 %new, ptr %q) {
  %a = cmpxchg weak ptr %p, i64 %old, i64 %new acq_rel monotonic
  %b = cmpxchg ptr %p, i64 %old, i64 %new seq_cst seq_cst, align 8
  %c = cmpxchg ptr %p, ptr %q, ptr null seq_cst seq_cst
  %x = extractvalue { i64, i1 } %a, 1
  %y = extractvalue { i64, i1 } %b, 1
  %z = extractvalue { ptr, i1 } %c, 1
  %xy = and i1 %x, %y
  %xyz = and i1 %xy, %z
  fence syncscope("singlethread") seq_cst
  ret i1 %xyz
}

define i32 @ordered(ptr %p) {
  %a = load atomic volatile i32, ptr %p unordered, align 4
  store atomic i32 %a, ptr %p monotonic, align 4
  ret i32 %a
}
;@ run: show --quiet %s
;@ stdout: %5 = atomic xchg %1, i32 %2
;@ stdout: %6 = atomic max %1, i32 %5
;@ stdout: %7 = atomic umax %1, i32 %6
;@ stdout: %8 = atomic uinc_wrap %1, i32 %7
;@ stdout: %9 = atomic udec_wrap %1, i32 %8
;@ stdout: %10 = atomic fadd %3, float %4
;@ stdout: %11 = atomic fmin %3, float %10
;@ stdout: %12 = atomic volatile nand %1, i32 %9
;@ stdout: %5 = compare exchange weak %1: %2 → %3
;@ stdout: %6 = compare exchange %1: %2 → %3
;@ stdout: %7 = compare exchange %1: %4 → null
;@ stdout~: ^ +fence$
;@ stdout: load volatile atomic i32
;@ run: show --quiet --json %s
;@ json: functions[name=updates]/blocks/0/instructions[operation=nand]/align == 2
;@ json: functions[name=updates]/blocks/0/instructions[operation=nand]/volatile == true
;@ json: functions[name=exchanges]/blocks/0/instructions/0/type == "{i64, i1}"
;@ json: functions[name=exchanges]/blocks/0/instructions/2/type == "{ptr, i1}"
;@ json: functions[name=ordered]/blocks/0/instructions/1/atomic == true
;@ json: unsupported == []
