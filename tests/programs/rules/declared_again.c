// A declaration that goto leads to again leaves its variable indeterminate again.
//@ verify:
//@ verdict: false
void reach_error(void) {}

int main(void)
{
    int n = 0;
again:;
    int x;
    if (n == 0) {
        x = 5;
        n = 1;
        goto again;
    }
    if (x != 5)
        reach_error(); //! error-reached
    return 0;
}
