// --function shows one function; a name that is not there gets a sentence with similar names.
int parse_header(int a) { return a + 1; }
int parse_body(int a) { return a * 2; }
static int helper(int a) {
    while (a > 3)
        a--;
    return a;
}
int main(void) { return helper(parse_header(parse_body(3))); }
//@ run: show --function parse_body %s
//@ stdout: int parse_body(int a)
//@ stdout!: parse_header
//@ empty: stderr
//@ run: show --function helper --loops %s
//@ stdout: helper
//@ run: show --json --function helper %s
//@ json: functions/# == 1
//@ json: functions/0/name == helper
//@ json: globals == []
//@ run: show --function parse_heder %s
//@ exit: 2
//@ one line: stderr
//@ stderr: lariat: there is no function `parse_heder`; there is `parse_header`
//@ empty: stdout
//@ run: show --entry main --function nowhere %s
//@ exit: 2
//@ one line: stderr
//@ stderr: there is no function `nowhere`
//@ empty: stdout
//@ run: show --entry main %s
//@ stdout: int main(void)
