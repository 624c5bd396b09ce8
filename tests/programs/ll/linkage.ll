; Linkage kinds that C reaches rarely: linkonce, available externally, private, appending, ifunc, aliases with offset.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@private = private unnamed_addr constant [3 x i8] c"ab\00"
@weak_data = weak_odr global i32 1
@common_data = common global [4 x i32] zeroinitializer
@external_data = external constant i64
@maybe = extern_weak global i8
@whole = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@part = alias i32, getelementptr inbounds ([4 x i32], ptr @whole, i64 0, i64 2)

define linkonce_odr i32 @once(i32 %a) {
  ret i32 %a
}

define internal i32 @inside(i32 %a) {
  ret i32 %a
}

define available_externally i32 @elsewhere(i32 %a) {
  ret i32 %a
}

define i32 @use(i32 %a) {
  %x = call i32 @once(i32 %a)
  %y = call i32 @inside(i32 %x)
  %z = call i32 @elsewhere(i32 %y)
  %w = load i32, ptr @part
  %s = add i32 %z, %w
  ret i32 %s
}
;@ run: show --quiet --json %s
;@ json: globals[name=private]/linkage == internal
;@ json: globals[name=private]/initializer/bytes == "6162"
;@ json: globals[name=weak_data]/defined == true
;@ json: globals[name=weak_data]/linkage == shared
;@ json: globals[name=common_data]/linkage == shared
;@ json: globals[name=common_data]/size == 16
;@ json: globals[name=external_data]/defined == false
;@ json: globals[name=external_data]/constant == true
;@ json: globals[name=maybe]/linkage == weak
;@ json: globals[name=maybe]/defined == false
;@ json: aliases == [{"name": "part", "target": "@whole + 8", "linkage": "external"}]
;@ json: functions[name=once]/linkage == shared
;@ json: functions[name=inside]/linkage == internal
;@ json: functions[name=use]/blocks/0/instructions[kind=load]/text == "%5 = load i32 @whole + 8"
