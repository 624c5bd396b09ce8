// Labels that lead to the same code count one by one, and so do going through to the next one and none of them.
//@ test: --entry days
//@ coverage: 40 of 40
static int is_leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

int days(int year, int month) {
    int days = 28;
    switch (month) {
    case 1: case 3: case 5: case 7: case 8: case 10: case 12:
        days++;
    case 4: case 6: case 9: case 11:
        return days + 2;
    case 2:
        return is_leap(year) ? 29 : 28;
    }
    if (month == 0)
        days = 0;
    while (month < -1 && days < 30) {
        month /= 2;
        days++;
    }
    return days;
}
