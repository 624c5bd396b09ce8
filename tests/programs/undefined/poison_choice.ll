; A choice between an undefined value and another one is not that other one.
;@ verify: --property unreach-call
;@ verdict: unknown
declare i32 @__VERIFIER_nondet_int()
declare void @reach_error()

define i32 @main() {
  %n = call i32 @__VERIFIER_nondet_int()
  %c = icmp eq i32 %n, 7
  %undefined = shl i32 1, 40
  %odd = add nuw i32 -1, %n
  %chosen = select i1 %c, i32 %odd, i32 3
  %wrong = icmp ne i32 %chosen, 3
  br i1 %wrong, label %bad, label %good
bad:
  call void @reach_error()
  ret i32 1
good:
  ret i32 0
}
