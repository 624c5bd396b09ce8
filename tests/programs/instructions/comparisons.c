// Comparisons by signedness and of pointers; the result of a comparison is an int.
int signed_compare(int a, int b) {
    int less = a < b;       //~ slt i32 | zext i32
    int less_equal = a <= b; //~ sle
    int greater = a > b;    //~ sgt
    int greater_equal = a >= b; //~ sge
    int equal = a == b;     //~ eq
    int different = a != b; //~ ne
    return less + less_equal + greater + greater_equal + equal + different;
}

int unsigned_compare(unsigned a, unsigned b) {
    int less = a < b;       //~ ult
    int less_equal = a <= b; //~ ule
    int greater = a > b;    //~ ugt
    int greater_equal = a >= b; //~ uge
    return less + less_equal + greater + greater_equal;
}

// The usual arithmetic conversions: int meets unsigned, and small unsigned types become int.
int mixed(int a, unsigned b, unsigned char c, long d) {
    int one = a < b;   //~ ult i32
    int two = a < c;   //~ zext i32 | slt i32
    int three = b < d; //~ zext i64 | slt i64
    int four = a < d;  //~ sext i64 | slt i64
    return one + two + three + four;
}

int pointers(char *p, char *q) {
    int before = p < q;  //~ ult ptr
    int same = p == q;   //~ eq ptr
    int null = p == 0;   //~ eq ptr null
    int set = !p;        //~ ne ptr null
    return before + same + null + set;
}
