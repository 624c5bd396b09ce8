// A table of differences of label addresses, as interpreters keep to stay position independent.
int interpret(const unsigned char *code) {
    static const int offsets[] = { &&stop - &&stop, &&next - &&stop };
    int n = 0;
    goto *(&&stop + offsets[*code++]);
next:
    n++;
    goto *(&&stop + offsets[*code++]);
stop:
    return n;
}
//@ run: show --json %s
//@ json: globals[source_name=offsets]/size == 8
//@ json: globals[source_name=offsets]/initializer/bytes == ""
//@ json: globals[source_name=offsets]/initializer/relocations/# == 2
//@ json: globals[source_name=offsets]/initializer/relocations/1/offset == 4
//@ json: globals[source_name=offsets]/initializer/relocations/1/size == 4
//@ json: globals[source_name=offsets]/initializer/relocations/1/value has "sub("
//@ json: unsupported/# == 0
