// Vector extensions: element-wise arithmetic and comparison, single elements, shuffles, conversion.
typedef int int4 __attribute__((ext_vector_type(4)));
typedef float float4 __attribute__((ext_vector_type(4)));
typedef short short8 __attribute__((vector_size(16)));

int4 add(int4 a, int4 b) {
    return a + b; //~ add <4 x i32>
}

float4 scale(float4 a, float b) {
    return a * b; //~ insert_element | shuffle | fmul
}

int4 compare(int4 a, int4 b) {
    return a < b; //~ slt | sext
}

int element(int4 a, int i) {
    return a[i]; //~ extract_element i32
}

int4 replace(int4 a, int v) {
    a.z = v; //~ insert_element
    return a;
}

int4 swizzle(int4 a) {
    return a.wzyx; //~ shuffle
}

int4 shuffled(int4 a, int4 b) {
    return __builtin_shufflevector(a, b, 0, 4, 1, 5); //~ shuffle
}

float4 converted(int4 a) {
    return __builtin_convertvector(a, float4); //~ sitofp
}

short8 shifted(short8 a) {
    return a << 2; //~ shl
}

int sum(int4 a) {
    return __builtin_reduce_add(a); //~ vector.reduce.add
}

int4 chosen(int4 c, int4 a, int4 b) {
    return c ? a : b;
}
//@ run: show --json %s
//@ json: functions[name=shuffled]/blocks/0/instructions/0/text == "%1 = shuffle a, b, <0, 4, 1, 5>"
//@ json: functions[name=swizzle]/blocks/0/instructions/0/text has "<3, 2, 1, 0>"
//@ json: unsupported == []
