/* <stdlib.h>, <getopt.h> and the process functions against glibc. */
#include "model.h"

#include <arpa/inet.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <unistd.h>

MODEL(abs) MODEL(labs) MODEL(llabs) MODEL(div) MODEL(ldiv) MODEL(lldiv) MODEL(qsort) MODEL(qsort_r) MODEL(bsearch)
MODEL(rand) MODEL(srand) MODEL(rand_r) MODEL(random) MODEL(srandom) MODEL(drand48) MODEL(lrand48) MODEL(mrand48)
MODEL(erand48) MODEL(nrand48) MODEL(jrand48) MODEL(srand48) MODEL(seed48) MODEL(lcong48) MODEL(getenv) MODEL(setenv)
MODEL(putenv) MODEL(unsetenv) MODEL(clearenv) MODEL(getopt) MODEL(getopt_long) MODEL(getopt_long_only) MODEL(atexit)
MODEL(on_exit) MODEL(exit) MODEL(abort) MODEL(_exit) MODEL(signal) MODEL(raise) MODEL(sigaction) MODEL(htonl)
MODEL(htons) MODEL(reallocarray) MODEL(mkstemp) MODEL(read) MODEL(write) MODEL(lseek)
void model___assert_fail(const char *, const char *, unsigned, const char *);
char *model___strcpy_chk(char *, const char *, size_t);
extern char *model_optarg;
extern int model_optind, model_opterr, model_optopt;

struct element {
    int key;
    int tag;
    char filling[24];
};

static char comparisons[2][1 << 16];
static size_t comparison_count[2];
static int which_log;

static int compare_elements(const void *left, const void *right)
{
    const struct element *a = left, *b = right;
    if (comparison_count[which_log] + 2 <= sizeof comparisons[0]) {
        comparisons[which_log][comparison_count[which_log]++] = (char)a->tag;
        comparisons[which_log][comparison_count[which_log]++] = (char)b->tag;
    }
    return (a->key > b->key) - (a->key < b->key);
}

static int compare_integers(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

static void sorting(void)
{
    enum { MOST = 60 };
    struct element expected[MOST] = { { 0 } }, found[MOST] = { { 0 } };
    size_t count = below(MOST);
    for (size_t i = 0; i < count; i++) {
        expected[i].key = (int)below(20);
        expected[i].tag = (int)i;
    }
    memcpy(found, expected, sizeof found);
    comparison_count[0] = comparison_count[1] = 0;
    which_log = 0;
    qsort(expected, count, sizeof *expected, compare_elements);
    which_log = 1;
    model_qsort(found, count, sizeof *found, compare_elements);
    CHECK(memcmp(expected, found, sizeof found) == 0, "qsort of %zu", count);
#if !__has_feature(address_sanitizer) /* whose qsort makes comparisons of its own */
    CHECK(comparison_count[0] == comparison_count[1] && memcmp(comparisons[0], comparisons[1], comparison_count[0]) == 0,
          "qsort compares in another order");
#endif
    int numbers[MOST], key = (int)below(100);
    for (size_t i = 0; i < count; i++)
        numbers[i] = (int)below(100);
    qsort(numbers, count, sizeof *numbers, compare_integers);
    CHECK(bsearch(&key, numbers, count, sizeof *numbers, compare_integers) ==
              model_bsearch(&key, numbers, count, sizeof *numbers, compare_integers),
          "bsearch");
}

static void arithmetic(void)
{
    int a = (int)draw(), b = (int)(draw() >> below(63));
    if (b == 0 || a == INT32_MIN)
        return;
    CHECK(abs(a) == model_abs(a) && labs(a) == model_labs(a) && llabs(a) == model_llabs(a), "abs");
    div_t d = div(a, b), e = model_div(a, b);
    ldiv_t f = ldiv(a, b), g = model_ldiv(a, b);
    lldiv_t h = lldiv(a, b), i = model_lldiv(a, b);
    CHECK(d.quot == e.quot && d.rem == e.rem && f.quot == g.quot && f.rem == g.rem && h.quot == i.quot && h.rem == i.rem, "div");
    CHECK(htonl((uint32_t)a) == model_htonl((uint32_t)a) && htons((uint16_t)a) == model_htons((uint16_t)a), "htonl");
}

static void random_numbers(void)
{
    unsigned seed = (unsigned)(draw() >> below(63)), left = seed, right = seed;
    srand(seed);
    model_srand(seed);
    for (int i = 0; i < 40; i++)
        CHECK(rand() == model_rand() && rand_r(&left) == model_rand_r(&right), "rand with seed %u", seed);
    srand48((long)seed);
    model_srand48((long)seed);
    unsigned short expected[3] = { 1, 2, (unsigned short)seed }, found[3] = { 1, 2, (unsigned short)seed };
    CHECK(drand48() == model_drand48() && lrand48() == model_lrand48() && mrand48() == model_mrand48() &&
              erand48(expected) == model_erand48(found) && nrand48(expected) == model_nrand48(found) &&
              jrand48(expected) == model_jrand48(found),
          "drand48");
}

static void environment(void)
{
    static const char *const names[] = { "A", "B", "LONGER", "", "A=B", "AB" };
    static const char *const values[] = { "", "1", "two", "=" };
    if (below(20) == 0) {
        clearenv();
        model_clearenv();
    }
    for (int i = 0; i < 4; i++) {
        const char *name = names[below(6)], *value = values[below(4)];
        int overwrite = (int)below(2);
        errno = model_errno = 0;
        if (below(3))
            CHECK(setenv(name, value, overwrite) == model_setenv(name, value, overwrite) && errno == model_errno, "setenv");
        else
            CHECK(unsetenv(name) == model_unsetenv(name) && errno == model_errno, "unsetenv");
        for (int j = 0; j < 6; j++) {
            const char *expected = getenv(names[j]), *found = model_getenv(names[j]);
            CHECK((expected == NULL) == (found == NULL) && (found == NULL || strcmp(expected, found) == 0), "getenv(%s)",
                  names[j]);
        }
    }
}

static void options(void)
{
    static char *const words[] = { "prog", "-a", "-b", "val", "-bval", "-ab", "--", "--long", "--lo", "--need", "--need=x", "--opt",
                                   "--opt=y", "-c", "-cx", "file", "-", "--unknown", "-x", "--flag", "-long", "--long=z", "--amb" };
    static int flag, model_flag;
    static const char *const shorts[] = { "ab:c::", ":ab:c::", "+ab:c::", "-ab:c::" };
    struct option longs[] = { { "long", no_argument, NULL, 'l' },    { "need", required_argument, NULL, 'n' },
                              { "opt", optional_argument, NULL, 'o' }, { "flag", no_argument, &flag, 7 },
                              { "ambiguous", no_argument, NULL, 1000 }, { "ambitious", no_argument, NULL, 1001 },
                              { NULL, 0, NULL, 0 } };
    struct option model_longs[7];
    char *expected[10], *found[10];
    int count = 1 + (int)below(8);
    memcpy(model_longs, longs, sizeof longs);
    model_longs[3].flag = &model_flag;
    for (int i = 0; i < count; i++)
        expected[i] = found[i] = words[i == 0 ? 0 : below(23)];
    expected[count] = found[count] = NULL;
    unsigned form = below(3);
    const char *short_options = shorts[below(4)];
    optind = model_optind = 0;
    opterr = model_opterr = 0;
    flag = model_flag = 0;
    for (int step = 0; step < 30; step++) {
        int index = -1, model_index = -1, code, model_code;
        if (form == 0) {
            code = getopt(count, expected, short_options);
            model_code = model_getopt(count, found, short_options);
        } else if (form == 1) {
            code = getopt_long(count, expected, short_options, longs, &index);
            model_code = model_getopt_long(count, found, short_options, model_longs, &model_index);
        } else {
            code = getopt_long_only(count, expected, short_options, longs, &index);
            model_code = model_getopt_long_only(count, found, short_options, model_longs, &model_index);
        }
        int same = code == model_code && optind == model_optind && index == model_index && optarg == model_optarg &&
                   flag == model_flag && memcmp(expected, found, sizeof(char *) * (size_t)count) == 0 &&
                   (code != '?' || optopt == model_optopt);
        CHECK(same, "getopt form %u \"%s\" step %d: %d not %d, optind %d not %d, optopt %d not %d: %s %s %s %s %s", form,
              short_options, step, model_code, code, model_optind, optind, model_optopt, optopt, count > 1 ? found[1] : "",
              count > 2 ? found[2] : "", count > 3 ? found[3] : "", count > 4 ? found[4] : "", count > 5 ? found[5] : "");
        if (code == -1 || !same)
            break;
    }
}

static char order[16];
static void note_a(void) { strcat(order, "a"); }
static void note_b(void) { strcat(order, "b"); }
static void note_status(int status, void *argument) { (void)argument; strcat(order, status == 3 ? "s" : "?"); }
static int handled;
static void handle(int number) { handled = number; }

static void endings(void)
{
    *order = 0;
    model_atexit(note_a);
    model_on_exit(note_status, NULL);
    model_atexit(note_b);
    CHECK(ENDS_PATH(model_exit(3)) && path_status == 3 && strcmp(order, "bsa") == 0, "exit runs handlers: %s", order);
    CHECK(ENDS_PATH(model__exit(4)) && path_status == 4, "_exit");
    CHECK(ENDS_PATH(model_abort()) && strcmp(path_kind, "abort") == 0, "abort");
    CHECK(ENDS_PATH(model___assert_fail("x", "f", 1, "g")) && strcmp(path_kind, "assertion") == 0, "__assert_fail");
    char small[4];
    CHECK(ENDS_PATH(model___strcpy_chk(small, "too long", sizeof small)) && strcmp(path_kind, "buffer-overflow") == 0, "chk");
    CHECK(model_signal(SIGUSR1, handle) == SIG_DFL && model_raise(SIGUSR1) == 0 && handled == SIGUSR1, "raise");
    CHECK(ENDS_PATH(model_raise(SIGTERM)), "raise ends the program");
    model_errno = 0;
    CHECK(model_reallocarray(NULL, (size_t)-1 / 2, 3) == NULL && model_errno == ENOMEM, "reallocarray");
    char name[] = "fXXXXXX", read_back[4] = "";
    int descriptor = model_mkstemp(name);
    CHECK(descriptor > 2 && model_write(descriptor, "abc", 3) == 3 && model_lseek(descriptor, 0, SEEK_SET) == 0 &&
              model_read(descriptor, read_back, 4) == 3 && strcmp(read_back, "abc") == 0,
          "mkstemp");
}

void run_cases(long rounds)
{
    clearenv();
    for (long turn = 0; turn < rounds; turn++) {
        sorting();
        arithmetic();
        random_numbers();
        environment();
        options();
    }
    endings();
}
