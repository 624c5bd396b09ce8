// Labels as values: a jump to a computed address knows all labels whose address was taken.
int interpret(const unsigned char *code) {
    static const void *const table[] = { &&halt, &&increment, &&twice };
    int accumulator = 0;
    goto *table[*code++];
increment:
    accumulator++;
    goto *table[*code++];
twice:
    accumulator *= 2;
    goto *table[*code++];
halt:
    return accumulator;
}

int local_choice(int c) {
    void *target = c ? &&yes : &&no;
    goto *target;
yes:
    return 1;
no:
    return 0;
}
