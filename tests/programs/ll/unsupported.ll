; What Lariat does not handle is a named instruction in the place where it stands: exceptions, machine intrinsics, scalable vectors, callbr.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @__gxx_personality_v0(...)
declare void @may_throw()
declare i32 @llvm.x86.sse42.crc32.32.8(i32, i8)
declare void @llvm.some.unknown.intrinsic(i32)

define i32 @exceptions() personality ptr @__gxx_personality_v0 {
  invoke void @may_throw() to label %fine unwind label %bad
fine:
  ret i32 1
bad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

define i32 @machine(i32 %a) {
  %c = call i32 @llvm.x86.sse42.crc32.32.8(i32 %a, i8 1)
  %d = add i32 %c, 1
  ret i32 %d
}

define void @scalable(ptr %p) {
  %v = load <vscale x 4 x i32>, ptr %p
  store <vscale x 4 x i32> %v, ptr %p
  ret void
}

define i32 @asm_goto(i32 %a) {
  callbr void asm sideeffect "jmp ${1:l}", "r,!i"(i32 %a) to label %next [label %jumped]
next:
  ret i32 0
jumped:
  ret i32 1
}

define i32 @fine(i32 %a) {
  %b = mul i32 %a, 2
  ret i32 %b
}
;@ run: show --quiet --json %s
;@ json: unsupported[function=machine]/reason == "the intrinsic llvm.x86.sse42.crc32.32.8"
;@ json: unsupported[function=scalable]/reason == "the type <vscale x 4 x i32>"
;@ json: unsupported[function=asm_goto]/reason has callbr
;@ json: unsupported[function=exceptions]/reason has invoke
;@ json: unsupported[block=bad]/reason has landingpad
;@ json: functions[name=exceptions]/blocks/0/successors/# == 2
;@ json: functions[name=asm_goto]/blocks/0/successors/# == 2
;@ json: functions[name=machine]/blocks/0/instructions[kind=add]/type == i32
;@ json: functions[name=fine]/blocks/0/instructions[kind=mul]/type == i32
