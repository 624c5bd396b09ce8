// A loop reads one element too many.
//@ run: test %s --out %t/out --json --quiet
//@ exit: 1
//@ json: bugs/# == 1
//@ json: bugs/0/kind == out-of-bounds-read
//@ json: bugs/0/place/line == 12
//@ json: bugs/0/verdict/result == confirmed
int main(void)
{
    int a[4] = {1, 2, 3, 4}, sum = 0;
    for (int i = 0; i <= 4; i++)
        sum += a[i];
    return sum;
}
