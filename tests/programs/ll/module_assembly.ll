; Assembly outside of functions is noticed and left out.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

module asm ".globl hidden_symbol"
module asm "hidden_symbol: ret"

declare i32 @hidden_symbol()
define i32 @use() {
  %r = call i32 @hidden_symbol()
  ret i32 %r
}
;@ run: show --quiet %s
;@ stdout: ; assembly outside of functions is ignored
;@ stdout: extern i32 hidden_symbol(void)
;@ run: show --quiet --json %s
;@ json: module_assembly has ".globl hidden_symbol"
