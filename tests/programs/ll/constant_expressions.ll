; Constant expressions as operands and in initialisers: address arithmetic, differences, casts, truncation.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@array = global [8 x i32] zeroinitializer
@other = external global i8
@pointer = global ptr getelementptr inbounds ([8 x i32], ptr @array, i64 0, i64 3)
@low = global i32 trunc (i64 ptrtoint (ptr @array to i64) to i32)
@distance = global i64 sub (i64 ptrtoint (ptr @pointer to i64), i64 ptrtoint (ptr @array to i64))
@mixed = constant { i8, ptr, [2 x i16] } { i8 1, ptr @function, [2 x i16] [i16 2, i16 3] }
@partly = global { i32, i32 } { i32 undef, i32 5 }
@blocks = constant [2 x ptr] [ptr blockaddress(@jump, %one), ptr blockaddress(@jump, %two)]

define i64 @function() {
  %v = load i32, ptr getelementptr (i8, ptr @array, i64 20)
  %w = zext i32 %v to i64
  %x = xor i64 %w, ptrtoint (ptr @other to i64)
  ret i64 %x
}

define i32 @jump(i64 %i) {
  %p = getelementptr [2 x ptr], ptr @blocks, i64 0, i64 %i
  %a = load ptr, ptr %p
  indirectbr ptr %a, [label %one, label %two]
one:
  ret i32 1
two:
  ret i32 2
}
;@ run: show --quiet --json %s
;@ json: globals[name=pointer]/initializer/relocations == [{"offset": 0, "size": 8, "value": "@array + 12"}]
;@ json: globals[name=low]/initializer/relocations/0/size == 4
;@ json: globals[name=low]/initializer/relocations/0/value has "@array"
;@ json: globals[name=distance]/initializer/relocations == [{"offset": 0, "size": 8, "value": "sub(ptrtoint(@pointer), ptrtoint(@array))"}]
;@ json: globals[name=mixed]/initializer/relocations == [{"offset": 8, "size": 8, "value": "@function"}]
;@ json: globals[name=mixed]/initializer/bytes == "01000000000000000000000000000000020003"
;@ json: globals[name=mixed]/size == 24
;@ json: globals[name=partly]/initializer/undefined == [[0, 4]]
;@ json: globals[name=partly]/initializer/bytes == "0000000005"
;@ json: globals[name=blocks]/initializer/relocations/1 == {"offset": 8, "size": 8, "value": "&&jump:two"}
;@ json: functions[name=function]/blocks/0/instructions/0/text == "%1 = load i32 @array + 20"
;@ json: functions[name=function]/blocks/0/instructions/2/text == "%3 = xor %2, ptrtoint(@other)"
;@ json: functions[name=jump]/blocks/0/successors/# == 2
;@ json: unsupported == []
