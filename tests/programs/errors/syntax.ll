; Text that is not LLVM assembly gets LLVM's message with line and column.
define i32 @f() {
  ret i32 %undefined_value
}
;@ run: show %s
;@ exit: 2
;@ stderr: syntax.ll: is not valid LLVM 19 assembly
;@ stderr: 3:11
;@ stderr: use of undefined value '%undefined_value'
;@ empty: stdout
