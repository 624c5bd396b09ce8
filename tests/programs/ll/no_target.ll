; A module that names no target is taken for 64-bit x86, with a warning.
define i64 @id(i64 %a) {
  ret i64 %a
}
;@ run: show --json %s
;@ stderr: no_target.ll: names no target; x86-64 Linux (LP64) is assumed
;@ json: target/data_model == LP64
;@ json: target/pointer_bits == 64
