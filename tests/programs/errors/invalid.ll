; Assembly that parses but breaks LLVM's rules.
target triple = "x86_64-pc-linux-gnu"
define i32 @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  %x = add i32 1, 2
  br label %b
b:
  ret i32 %x
}
;@ run: show %s
;@ exit: 2
;@ stderr: invalid.ll: LLVM's verifier rejects this module: Instruction does not dominate all uses!
;@ empty: stdout
