// A copy of a union has all the bytes of the original, also those that the member written last does not have.
//@ test:
//@ verify: --property unreach-call
//@ verdict: true
extern void reach_error(void);
union value { int number; char letter; double real; };
struct box { union value v; int kind; };

static union value id(union value v) { return v; }

int main(void)
{
    union value a, b;
    a.letter = 'x';
    b = a;
    if (a.number != b.number || b.letter != 'x')
        reach_error();
    struct box first, second;
    first.v.letter = 'y';
    second = first;
    if (second.v.number != first.v.number || second.kind != first.kind)
        reach_error();
    union value c = id(a);
    if (c.number != a.number)
        reach_error();
    return 0;
}
