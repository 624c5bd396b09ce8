// --function shows one function; a name that is not there gets a sentence with similar names.
int parse_header(int a) { return a + 1; }
int parse_body(int a) { return a * 2; }
static int helper(int a) {
    while (a > 3)
        a--;
    return a;
}
int main(void) { return helper(parse_header(parse_body(3))); }
