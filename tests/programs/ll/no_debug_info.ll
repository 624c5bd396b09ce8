; A module without debug information is shown with a warning; --quiet leaves the warning out.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @loop(i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %done
body:
  %next = add nsw i32 %i, 1
  br label %head
done:
  ret i32 %i
}
;@ run: show %s
;@ one line: stderr
;@ stderr: lariat: warning: no_debug_info.ll: has no debug information; compile it with -g to see lines and variable names
;@ stdout: head:    ; from entry, body; loop of depth 1
;@ stdout: %2 = φ [entry: 0] [body: %4] : i32
;@ run: show --quiet %s
;@ empty: stderr
;@ run: show --quiet --loops %s
;@ stdout: header head
;@ stdout: 1 loop in 1 function
