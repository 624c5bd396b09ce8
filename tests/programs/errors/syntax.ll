; Text that is not LLVM assembly gets LLVM's message with line and column.
define i32 @f() {
  ret i32 %undefined_value
}
