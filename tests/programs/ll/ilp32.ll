; A module for a 32-bit machine brings its own data model.
target datalayout = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128"
target triple = "i386-pc-linux-gnu"

@pointer = global ptr @value
@value = global i64 5

define i32 @get(ptr %p, i32 %i) {
  %q = getelementptr inbounds { i8, i64, ptr }, ptr %p, i32 %i, i32 2
  %v = load ptr, ptr %q
  %n = ptrtoint ptr %v to i32
  ret i32 %n
}
;@ run: show --quiet --json %s
;@ json: target/data_model == ILP32
;@ json: target/pointer_bits == 32
;@ json: globals[name=pointer]/size == 4
;@ json: globals[name=pointer]/initializer/relocations == [{"offset": 0, "size": 4, "value": "@value"}]
;@ json: functions[name=get]/blocks/0/instructions/0/text == "%3 = %1 + 16*%2 + 12 inbounds nusw"
;@ json: functions[name=get]/blocks/0/instructions[kind=load]/align == 4
;@ run: show --quiet --data-model ILP32 %s
;@ stdout: (32-bit)
;@ run: show --data-model LP64 %s
;@ exit: 2
;@ stderr: was compiled for ILP32 (32-bit), but LP64 (64-bit) was asked for
;@ empty: stdout
