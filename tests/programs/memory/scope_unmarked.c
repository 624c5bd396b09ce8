// Objects whose lives clang does not mark, used while they live.
//@ run: verify %s --property valid-memsafety --out %t/a --time 2m
//@ stdout: true
struct pair {
    int first;
    const int *second;
};
static int sum(const struct pair *pair)
{
    return pair->first + (pair->second ? *pair->second : 0);
}
int main(int argc, char **argv)
{
    int total = 0, *p = 0;
    for (int i = 0; i < 3; i++)
        total += sum(&(struct pair){ i, &(int){ i + 1 } });
    while (total < 20)
        total += sum(&(struct pair){ .first = 5 });
    do
        total -= *(p = (int[]){ 1, 2 } + 1);
    while (total > 10);
    for (int i = 0; i < 3; i++)
        for (const int *digit = (int[]){ 1, 2, 0 }; *digit; digit++)
            total += *digit;
    for (int i = 0; i < 3; i++)
        switch (i) {
            int x;
        case 0:
            x = 3;
            p = &x;
            total += *p;
        case 1:
            x = 5;
            p = &x;
            *p += 2;
            total += x;
            break;
        default:
            p = &x;
            *p = 1;
            total += x;
        }
    return total > 0 ? 0 : 1;
}
