/* The small headers: locale, threads, texts of errors, err.h, the checked variants of _FORTIFY_SOURCE, umask, getcwd. */
#include "model.h"

#include <err.h>
#include <errno.h>
#include <error.h>
#include <locale.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

MODEL(setlocale) MODEL(localeconv) MODEL(strerror_r) MODEL(pthread_mutex_lock) MODEL(pthread_mutex_trylock)
MODEL(pthread_mutex_unlock) MODEL(pthread_once) MODEL(pthread_key_create) MODEL(pthread_setspecific) MODEL(pthread_getspecific)
MODEL(warn) MODEL(warnx) MODEL(errx) MODEL(error) MODEL(umask) MODEL(getcwd) MODEL(getpagesize) MODEL(isatty)
int model___xpg_strerror_r(int, char *, size_t);
int __xpg_strerror_r(int, char *, size_t);
void *model___memcpy_chk(void *, const void *, size_t, size_t);
char *model___strcat_chk(char *, const char *, size_t);
char *model___strncpy_chk(char *, const char *, size_t, size_t);
int model___sprintf_chk(char *, int, size_t, const char *, ...);
int model___snprintf_chk(char *, size_t, int, size_t, const char *, ...);
int model___printf_chk(int, const char *, ...);

static void locales(void)
{
    static const char *const names[] = { "C", "", "POSIX", NULL, "xx_YY" };
    setenv("LC_ALL", "C", 1);
    for (int i = 0; i < 5; i++) {
        const char *expected = setlocale(LC_ALL, names[i]), *found = model_setlocale(LC_ALL, names[i]);
        CHECK((expected == NULL) == (found == NULL) && (found == NULL || strcmp(expected, found) == 0), "setlocale");
    }
    struct lconv *expected = localeconv(), *found = model_localeconv();
    CHECK(strcmp(expected->decimal_point, found->decimal_point) == 0 && strcmp(expected->thousands_sep, found->thousands_sep) == 0 &&
              strcmp(expected->grouping, found->grouping) == 0 && strcmp(expected->currency_symbol, found->currency_symbol) == 0 &&
              expected->frac_digits == found->frac_digits && expected->int_n_sign_posn == found->int_n_sign_posn,
          "localeconv");
}

static int calls;
static void count_call(void) { calls++; }

static void threads(void)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_key_t key;
    CHECK(model_pthread_mutex_lock(&mutex) == 0 && model_pthread_mutex_trylock(&mutex) == EBUSY &&
              model_pthread_mutex_unlock(&mutex) == 0 && model_pthread_mutex_trylock(&mutex) == 0,
          "mutex");
    model_pthread_once(&once, count_call);
    model_pthread_once(&once, count_call);
    CHECK(calls == 1, "pthread_once");
    CHECK(model_pthread_key_create(&key, NULL) == 0 && model_pthread_getspecific(key) == NULL &&
              model_pthread_setspecific(key, &calls) == 0 && model_pthread_getspecific(key) == &calls,
          "keys");
}

static int printed(const char *text)
{
    int same = captured_size == strlen(text) && memcmp(captured_output, text, captured_size) == 0;
    captured_size = 0;
    return same;
}

static void messages(void)
{
    for (int number = -1; number < 140; number++) {
        char expected[64], found[64];
        size_t size = 1 + below(63);
        CHECK(strcmp(strerror_r(number, expected, 64), model_strerror_r(number, found, 64)) == 0, "strerror_r(%d)", number);
        CHECK(__xpg_strerror_r(number, expected, size) == model___xpg_strerror_r(number, found, size) &&
                  strcmp(expected, found) == 0,
              "POSIX strerror_r(%d) of %zu: %s not %s", number, size, found, expected);
    }
    captured_size = 0;
    model_errno = EACCES;
    model_warn("file %d", 7);
    CHECK(printed("program: file 7: Permission denied\n"), "warn");
    model_warnx("x%s", "y");
    CHECK(printed("program: xy\n"), "warnx");
    model_error(0, ENOENT, "z");
    CHECK(printed("program: z: No such file or directory\n"), "error");
    CHECK(ENDS_PATH(model_errx(3, "end")) && path_status == 3 && printed("program: end\n"), "errx");
}

static void checked_variants(void)
{
    char buffer[8] = "";
    CHECK(model___memcpy_chk(buffer, "abc", 4, 8) == buffer && strcmp(model___strcat_chk(buffer, "def", 8), "abcdef") == 0, "chk");
    CHECK(ENDS_PATH(model___strcat_chk(buffer, "gh", 8)) && strcmp(path_kind, "buffer-overflow") == 0, "strcat");
    CHECK(ENDS_PATH(model___memcpy_chk(buffer, "abcdefghi", 9, 8)), "memcpy");
    CHECK(ENDS_PATH(model___strncpy_chk(buffer, "a", 9, 8)), "strncpy");
    CHECK(model___sprintf_chk(buffer, 1, 8, "%d", 1234567) == 7 && strcmp(buffer, "1234567") == 0, "sprintf");
    CHECK(ENDS_PATH(model___sprintf_chk(buffer, 1, 8, "%d", 12345678)), "sprintf");
    CHECK(model___snprintf_chk(buffer, 8, 1, 8, "%d", 12345678) == 8 && strcmp(buffer, "1234567") == 0, "snprintf");
    CHECK(ENDS_PATH(model___snprintf_chk(buffer, 9, 1, 8, "x")), "snprintf");
    captured_size = 0;
    model___printf_chk(1, "%s", "p");
    CHECK(printed("p"), "printf");
}

void run_cases(long rounds)
{
    (void)rounds;
    locales();
    threads();
    messages();
    checked_variants();
    mode_t before = model_umask(077);
    CHECK(before == 022 && model_umask(0) == 077, "umask");
    char directory[8];
    model_errno = 0;
    CHECK(strcmp(model_getcwd(directory, 8), "/") == 0 && model_getcwd(directory, 1) == NULL && model_errno == ERANGE, "getcwd");
    CHECK(model_getpagesize() == getpagesize() && !model_isatty(0) && model_errno == ENOTTY, "getpagesize, isatty");
}
