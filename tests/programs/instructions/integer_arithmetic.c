// Integer arithmetic: overflow of signed types is undefined and marked `nsw`; unsigned types wrap and carry no promise.
int signed_int(int a, int b) {
    int sum = a + b;        //~ add nsw i32
    int difference = a - b; //~ sub nsw i32
    int product = a * b;    //~ mul nsw i32
    int negated = -a;       //~ sub nsw i32
    a++;                    //~ add nsw i32
    --b;                    //~ sub nsw i32
    return sum + difference + product + negated + a + b;
}

unsigned unsigned_int(unsigned a, unsigned b) {
    unsigned sum = a + b;        //~ add !nsw !nuw i32
    unsigned difference = a - b; //~ sub !nsw !nuw i32
    unsigned product = a * b;    //~ mul !nsw !nuw i32
    unsigned negated = -a;       //~ sub !nsw !nuw i32
    a++;                         //~ add !nsw i32
    return sum ^ difference ^ product ^ negated ^ a;
}

// Small types are promoted to int, computed there and cut off again.
short promoted(short a, unsigned char b) {
    short sum = a + b; //~ sext i32 | zext i32 | add nsw i32 | trunc i16
    a += 1;            //~ sext i32 | add nsw i32 | trunc i16
    b++;               //~ add !nsw i8
    return sum * a - b;
}

long long wide(long long a, unsigned long long b) {
    a = a * 3;      //~ mul nsw i64
    b = b * 3;      //~ mul !nsw !nuw i64
    return a + (long long)b; //~ add nsw i64
}

// With -fwrapv signed overflow is defined: the promise is gone.
//@ run: show --json %s
//@ json: functions[name=signed_int]/blocks/0/instructions/0/text == "sum = add nsw a.1, b.1"
//@ json: functions[name=signed_int]/blocks/0/instructions/0/location == {"file": "integer_arithmetic.c", "line": 3, "column": 17}
//@ run: show --cflags=-fwrapv %s
//@ stdout!: nsw
//@ stdout!: nuw
