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
