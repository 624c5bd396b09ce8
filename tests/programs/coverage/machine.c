// A machine over a text: states, a missing `else`, a loop with two ways out, and two cases that nothing leads to.
//@ test: --entry number --capacity 6
//@ coverage: 38 of 40
enum state { START, SIGN, DIGITS, POINT, FRACTION, LOST };

int number(const char *text) {
    enum state state = START;
    for (int i = 0; text[i] && i < 4; i++) {
        int digit = text[i] >= '0' && text[i] <= '9';
        switch (state) {
        case START:
            if (digit)
                state = DIGITS;
            else if (text[i] == '-' || text[i] == '+')
                state = SIGN;
            else
                return -1;
            break;
        case SIGN:
            if (!digit)
                return -1;
            state = DIGITS;
            break;
        case DIGITS:
            if (text[i] == '.')
                state = POINT;
            else if (!digit)
                return -1;
            break;
        case POINT:
        case FRACTION:
            if (!digit)
                return -1;
            state = FRACTION;
            break;
        case LOST:
            return -2;
        }
    }
    return state == DIGITS || state == FRACTION;
}
