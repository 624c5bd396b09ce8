// One variable, many values: each assignment is numbered in program order, and a variable that takes another's value
// shares it instead of getting a copy.
int steps(int a) {
    int x = a + 1;   //~ "x.1 = add nsw a, 1"
    x = x * 2;       //~ "x.2 = mul nsw x.1, 2"
    x = x - a;       //~ "x.3 = sub nsw x.2, a"
    int y = x;       //~ !add
    y += 5;          //~ "y = add nsw x.3, 5"
    return y;        //~ "return y"
}

int taken(int a, int b) {
    int larger = a;
    if (b > larger)  //~ "b > a" | branch
        larger = b;
    return larger;   //~ return
}

int returned(int n) {
    if (n < 0)
        return -1;
    return n;
}

//@ run: show --json %s
//@ json: functions[name=taken]/blocks[name=if.end]/instructions[kind=phi]/text == "larger = φ [if.then: b] [entry: a]"
//@ json: functions[name=returned]/blocks[name=return]/instructions[kind=phi]/result == "%2"
