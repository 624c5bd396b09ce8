; Loop shapes that the normal form has to repair: no preheader, two latches, a shared exit block.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @shapes(i32 %n, i1 %c) {
entry:
  br i1 %c, label %head, label %other
other:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ 5, %other ], [ %a, %left ], [ %b, %right ]
  %stop = icmp sge i32 %i, %n
  br i1 %stop, label %done, label %choose
choose:
  %odd = and i32 %i, 1
  %is = icmp eq i32 %odd, 0
  br i1 %is, label %left, label %right
left:
  %a = add nsw i32 %i, 1
  br label %head
right:
  %b = add nsw i32 %i, 2
  %out = icmp eq i32 %b, 99
  br i1 %out, label %done, label %head
done:
  %r = phi i32 [ %i, %head ], [ %b, %right ]
  ret i32 %r
}
;@ run: show --quiet --json --loops %s
;@ json: # == 1
;@ json: 0/header == head
;@ json: 0/preheader == head.preheader
;@ json: 0/latches == ["head.backedge"]
;@ json: 0/exits/# == 2
;@ json: 0/line == null
;@ json: 0/state == ["%4"]
