// `||` has two conditions, and each of them has two sides: one that is too small, and one that is too large.
//@ test: --entry roman
//@ coverage: 11 of 12
static const struct { int value; const char *digits; } numerals[] = {
    {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"},
};

int roman(int number) {
    int length = 0;
    if (number < 1 || number > 49)
        return -1;
    for (int i = 0; i < 6; i++)
        while (number >= numerals[i].value) {
            // It is never longer than XXXVIII.
            if (length < 19)
                length += numerals[i].digits[1] ? 2 : 1;
            number -= numerals[i].value;
        }
    return length;
}
