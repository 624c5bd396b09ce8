// Old C: implicit int conversions in K&R definitions, functions without prototypes, tentative definitions.
int tentative;
int tentative;

int add(a, b)
    int a;
    short b;
{
    return a + b; //~ add nsw
}

int unknown();
int call(float f) {
    return unknown(f, 'x') + add(1, 2); //~ fpext double | call unknown | call add
}
