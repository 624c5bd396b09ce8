; Integers of widths that no C type has, in arithmetic, switch, memory and conversion.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i7 @seven(i7 %a, i1 %b) {
  %w = zext i1 %b to i7
  %s = add nsw i7 %a, %w
  %m = mul i7 %s, -3
  ret i7 %m
}

define i65 @sixty_five(i65 %a, ptr %p) {
  %l = load i65, ptr %p
  %s = add i65 %l, 36893488147419103231
  store i65 %s, ptr %p
  ret i65 %s
}

define i32 @wide_switch(i128 %v) {
  switch i128 %v, label %other [
    i128 -1, label %minus
    i128 170141183460469231731687303715884105727, label %max
  ]
minus:
  ret i32 1
max:
  ret i32 2
other:
  ret i32 3
}

define i1 @bits(i1 %a, i1 %b) {
  %x = xor i1 %a, true
  %y = and i1 %x, %b
  %c = icmp ult i1 %y, %b
  ret i1 %c
}
;@ run: show --quiet --json %s
;@ json: functions[name=seven]/blocks/0/instructions/1/type == i7
;@ json: functions[name=seven]/blocks/0/instructions/2/text == "%5 = mul %4, -3"
;@ json: functions[name=sixty_five]/blocks/0/instructions/0/type == i65
;@ json: functions[name=sixty_five]/blocks/0/instructions/0/align == 16
;@ json: functions[name=sixty_five]/blocks/0/instructions/1/text == "%4 = add %3, -1"
;@ json: functions[name=wide_switch]/blocks/0/successors == [{"block": "minus", "label": "-1"}, {"block": "max", "label": "170141183460469231731687303715884105727"}, {"block": "other", "label": "default"}]
;@ json: functions[name=bits]/blocks/0/instructions/0/text == "%3 = xor %1, true"
;@ json: functions[name=bits]/blocks/0/instructions/2/operation == ult
;@ json: unsupported == []
