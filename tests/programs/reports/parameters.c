// Parameters of an entry function are written by their types, too, and of a buffer only the elements it has.
//@ run: reach --quiet --entry look --capacity 4 --target found --out %t/out %s
//@ stdout: options.depth = 3 (int)
//@ stdout: options.tag = "\0x" (char[4])
//@ stdout: text = "q" (const char[1])
//@ stdout: values = {0, -5
//@ stdout: letter = 99 'c' (unsigned char)
struct options {
    int depth;
    char tag[4];
};

void found(void) {}

int look(struct options options, const char *text, int *values, unsigned long length, unsigned char letter) {
    if (options.depth != 3 || options.tag[0] || options.tag[1] != 'x' || options.tag[2] || options.tag[3])
        return 0;
    if (text[0] == 'q' && text[1] == 0 && length == 2 && values[0] == 0 && values[1] == -5 && letter == 'c')
        found();
    return 0;
}
