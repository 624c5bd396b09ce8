; A machine that Lariat does not know.
target datalayout = "e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128"
target triple = "aarch64-unknown-linux-gnu"
define i32 @f() {
  ret i32 0
}
;@ run: show %s
;@ exit: 2
;@ one line: stderr
;@ stderr: aarch64.ll: is for the target "aarch64-unknown-linux-gnu"; Lariat handles x86-64 and 32-bit x86 ELF targets only so far
;@ empty: stdout
