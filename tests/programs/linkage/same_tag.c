// Two files that use one struct tag and one typedef for different types: each keeps its own layout.
struct item { int a; int b; };
struct item first = { 1, 2 };
int read_first(struct item *i) { return i->b; } //~ pointer_add "+ 4 inbounds"

//@ run: show --json %s same_tag_other.c
//@ json: globals[name=first]/size == 8
//@ json: globals[name=second]/size == 24
//@ json: globals[name=second]/initializer/bytes == "0000000000000840030000000000000004"
//@ json: functions[name=read_second]/blocks/0/instructions/0/text == "%1 = i + 16 inbounds nusw"
