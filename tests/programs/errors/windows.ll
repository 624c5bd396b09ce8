; The right processor, but a system with another ABI.
target datalayout = "e-m:w-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-windows-msvc"
define i32 @f() {
  ret i32 0
}
;@ run: show %s
;@ exit: 2
;@ one line: stderr
;@ stderr: windows.ll: is for the target "x86_64-pc-windows-msvc"; Lariat handles x86-64 and 32-bit x86 ELF targets only so far
;@ empty: stdout
