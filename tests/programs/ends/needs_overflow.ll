; The same in LLVM's own language: the mark nsw is a promise, and --wrapv takes it back.
;@ verify: --property termination
;@ verdict: unknown
;@ stdout: undefined behaviour on the way: signed-overflow
;@ verify: --property termination --wrapv
;@ verdict: true
declare i32 @__VERIFIER_nondet_int()

define i32 @main() {
entry:
  %start = call i32 @__VERIFIER_nondet_int()
  br label %head
head:
  %i = phi i32 [ %start, %entry ], [ %next, %body ]
  %goes_on = icmp sge i32 %i, 0
  br i1 %goes_on, label %body, label %done
body:
  %next = add nsw i32 %i, 1
  br label %head
done:
  ret i32 0
}
