; A 32-bit module beside a 64-bit one, or where LP64 was asked for.
target datalayout = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128"
target triple = "i386-pc-linux-gnu"
define i32 @g() {
  ret i32 0
}
;@ run: show --data-model LP64 %s
;@ exit: 2
;@ one line: stderr
;@ stderr: model32.ll: was compiled for ILP32 (32-bit), but LP64 (64-bit) was asked for: compile it again with -m64
;@ empty: stdout
;@ run: show entry.c %s
;@ exit: 2
;@ one line: stderr
;@ stderr: all files of a program must be for the same target
;@ empty: stdout
;@ run: show --data-model ILP32 entry.c %s
;@ stderr: has no debug information
