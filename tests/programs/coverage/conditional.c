// A conditional operator is a value and no branch of the program; to the source, and to native coverage, it has two sides.
//@ test: --entry grade
//@ coverage: 18 of 18
//@ paths: 8
static int is_code(int x) { return x == 12345 ? 1 : 0; }

static int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }

int grade(int points, int code) {
    if (is_code(code))
        return 'A';
    if (points < 0 || points > 100)
        return '?';
    int best = points > 50 ? points : 50;
    int letter = clamp(100 - best, 10, 40) / 10;
    return letter == 1 ? 'A' : letter == 2 ? 'B' : 'C';
}
