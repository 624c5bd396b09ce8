; A module that names no target is taken for 64-bit x86, with a warning.
define i64 @id(i64 %a) {
  ret i64 %a
}
