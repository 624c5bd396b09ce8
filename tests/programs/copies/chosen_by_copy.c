// What an uninitialised variable holds is one value; a way that needs two is none.
//@ verify: --property unreach-call
//@ verdict: false
extern void reach_error(void);
struct pair { int a, b; };
int main(void)
{
    struct pair p, q;
    p.a = 0;
    q = p;
    if (q.b == 17 && p.b != 17)
        reach_error();
    if (q.b == 42)
        reach_error();
    return 0;
}
