/* <string.h>, <strings.h>, <libgen.h> against glibc: random short strings over a small alphabet, so that matches happen. */
#include "model.h"

#include <strings.h>
#include <unistd.h>
extern char *__xpg_basename(char *);
extern char *dirname(char *);

MODEL(memcpy) MODEL(memmove) MODEL(memset) MODEL(mempcpy) MODEL(memccpy) MODEL(memcmp) MODEL(memchr) MODEL(memrchr)
MODEL(rawmemchr) MODEL(memmem) MODEL(strlen) MODEL(strnlen) MODEL(stpcpy) MODEL(strcpy) MODEL(stpncpy) MODEL(strncpy)
MODEL(strcat) MODEL(strncat) MODEL(strcmp) MODEL(strncmp) MODEL(strcoll) MODEL(strchrnul) MODEL(strchr) MODEL(strrchr)
MODEL(strstr) MODEL(strcasestr) MODEL(strspn) MODEL(strcspn) MODEL(strpbrk) MODEL(strtok_r) MODEL(strtok) MODEL(strsep)
MODEL(strdup) MODEL(strndup) MODEL(strxfrm) MODEL(bcmp) MODEL(bcopy) MODEL(bzero) MODEL(index) MODEL(rindex)
MODEL(strcasecmp) MODEL(strncasecmp) MODEL(ffs) MODEL(ffsl) MODEL(ffsll) MODEL(basename) MODEL(__xpg_basename)
MODEL(dirname) MODEL(strerror) MODEL(strsignal) MODEL(memfrob) MODEL(swab) MODEL(strverscmp)
size_t model_strlcpy(char *, const char *, size_t);
size_t model_strlcat(char *, const char *, size_t);

enum { LONGEST = 12, ROOM = 64 };

static size_t random_text(char *buffer, const char *alphabet)
{
    size_t length = below(LONGEST), letters = strlen(alphabet);
    for (size_t i = 0; i < length; i++)
        buffer[i] = alphabet[below((unsigned)letters)];
    buffer[length] = 0;
    return length;
}

static long offset_in(const void *pointer, const void *base)
{
    return pointer == NULL ? -1 : (long)((const char *)pointer - (const char *)base);
}

#define SAME_POINTER(call, model_call, base) CHECK(offset_in(call, base) == offset_in(model_call, base), #call " on \"%s\"", text)
#define SAME_SIGN(call, model_call) CHECK(sign_of(call) == sign_of(model_call), #call " on \"%s\" \"%s\"", text, other)

static void searches(const char *text, size_t length, const char *other, size_t other_length)
{
    int c = other[0];
    size_t n = below((unsigned)length + 2), m = n <= length ? n : length;
    SAME_POINTER(memchr(text, c, m), model_memchr(text, c, m), text);
    SAME_POINTER(memrchr(text, c, m), model_memrchr(text, c, m), text);
    SAME_POINTER(rawmemchr(text, 0), model_rawmemchr(text, 0), text);
    SAME_POINTER(memmem(text, length, other, other_length), model_memmem(text, length, other, other_length), text);
    SAME_POINTER(strchr(text, c), model_strchr(text, c), text);
    SAME_POINTER(strchr(text, 0), model_strchr(text, 0), text);
    SAME_POINTER(strrchr(text, c), model_strrchr(text, c), text);
    SAME_POINTER(strrchr(text, 0), model_strrchr(text, 0), text);
    SAME_POINTER(strchrnul(text, c), model_strchrnul(text, c), text);
    SAME_POINTER(index(text, c), model_index(text, c), text);
    SAME_POINTER(rindex(text, c), model_rindex(text, c), text);
    SAME_POINTER(strstr(text, other), model_strstr(text, other), text);
    SAME_POINTER(strcasestr(text, other), model_strcasestr(text, other), text);
    SAME_POINTER(strpbrk(text, other), model_strpbrk(text, other), text);
    SAME_POINTER(basename(text), model_basename(text), text);
    CHECK(strspn(text, other) == model_strspn(text, other), "strspn");
    CHECK(strcspn(text, other) == model_strcspn(text, other), "strcspn");
    CHECK(strlen(text) == model_strlen(text), "strlen");
    CHECK(strnlen(text, n) == model_strnlen(text, n), "strnlen");
    SAME_SIGN(memcmp(text, other, m < other_length ? m : other_length),
              model_memcmp(text, other, m < other_length ? m : other_length));
    CHECK(!bcmp(text, other, m < other_length ? m : other_length) == !model_bcmp(text, other, m < other_length ? m : other_length),
          "bcmp");
    SAME_SIGN(strcmp(text, other), model_strcmp(text, other));
    SAME_SIGN(strcoll(text, other), model_strcoll(text, other));
    SAME_SIGN(strncmp(text, other, n), model_strncmp(text, other, n));
    SAME_SIGN(strcasecmp(text, other), model_strcasecmp(text, other));
    SAME_SIGN(strncasecmp(text, other, n), model_strncasecmp(text, other, n));
    SAME_SIGN(strverscmp(text, other), model_strverscmp(text, other));
}

static void copies(const char *text, size_t length, const char *other)
{
    char left[ROOM], right[ROOM];
    size_t n = below(LONGEST + 3);
#define SAME_EFFECT(call, model_call)                                                                                \
    do {                                                                                                             \
        memset(left, 'Z', ROOM);                                                                                     \
        memset(right, 'Z', ROOM);                                                                                    \
        strcpy(left + 4, other);                                                                                     \
        strcpy(right + 4, other);                                                                                    \
        char *buffer = left + 4;                                                                                     \
        long expected = offset_in(call, left);                                                                       \
        buffer = right + 4;                                                                                          \
        long found = offset_in(model_call, right);                                                                   \
        CHECK(expected == found && memcmp(left, right, ROOM) == 0, #call " on \"%s\" n %zu", text, n);               \
    } while (0)
    SAME_EFFECT(strcpy(buffer, text), model_strcpy(buffer, text));
    SAME_EFFECT(stpcpy(buffer, text), model_stpcpy(buffer, text));
    SAME_EFFECT(strncpy(buffer, text, n), model_strncpy(buffer, text, n));
    SAME_EFFECT(stpncpy(buffer, text, n), model_stpncpy(buffer, text, n));
    SAME_EFFECT(strcat(buffer, text), model_strcat(buffer, text));
    SAME_EFFECT(strncat(buffer, text, n), model_strncat(buffer, text, n));
    SAME_EFFECT(memcpy(buffer, text, length), model_memcpy(buffer, text, length));
    SAME_EFFECT(mempcpy(buffer, text, length), model_mempcpy(buffer, text, length));
    SAME_EFFECT(memmove(buffer + n, buffer, 20), model_memmove(buffer + n, buffer, 20));
    SAME_EFFECT(memset(buffer, text[0], n), model_memset(buffer, text[0], n));
    SAME_EFFECT(memccpy(buffer, text, other[0], length), model_memccpy(buffer, text, other[0], length));
    SAME_EFFECT((bcopy(text, buffer, length), buffer), (model_bcopy(text, buffer, length), buffer));
    SAME_EFFECT((bzero(buffer, n), buffer), (model_bzero(buffer, n), buffer));
    SAME_EFFECT(memfrob(buffer, n), model_memfrob(buffer, n));
    SAME_EFFECT((swab(text, buffer, (ssize_t)length), buffer), (model_swab(text, buffer, (ssize_t)length), buffer));
    size_t transformed = strxfrm(left, text, ROOM);
    CHECK(model_strxfrm(right, text, ROOM) == transformed && strcmp(left, right) == 0, "strxfrm");
    memset(right, 'Z', ROOM);
    size_t size = 1 + below(LONGEST);
    CHECK(model_strlcpy(right, text, size) == length && right[length < size ? length : size - 1] == 0 &&
              strncmp(right, text, size - 1) == 0 && right[size] == 'Z',
          "strlcpy");
    strcpy(right, "ab");
    CHECK(model_strlcat(right, text, size + 2) == 2 + length && strncmp(right + 2, text, size - 1) == 0, "strlcat");
    char *copy = model_strdup(text), *part = model_strndup(text, n);
    CHECK(strcmp(copy, text) == 0 && strncmp(part, text, n) == 0 && strlen(part) == strnlen(text, n), "strdup");
    free(copy);
    free(part);
}

static void tokens(const char *text, size_t length, const char *separators)
{
    char *left = exact_copy(text, length + 1), *right = exact_copy(text, length + 1);
    char *left_rest = NULL, *right_rest = NULL, *left_token = left, *right_token = right;
    int is_first = 1;
    do {
        left_token = strtok_r(is_first ? left : NULL, separators, &left_rest);
        right_token = model_strtok_r(is_first ? right : NULL, separators, &right_rest);
        is_first = 0;
        CHECK(offset_in(left_token, left) == offset_in(right_token, right) && memcmp(left, right, length + 1) == 0,
              "strtok_r on \"%s\"", text);
    } while (left_token != NULL && right_token != NULL);
    memcpy(left, text, length + 1);
    memcpy(right, text, length + 1);
    left_rest = left;
    right_rest = right;
    do {
        left_token = strsep(&left_rest, separators);
        right_token = model_strsep(&right_rest, separators);
        CHECK(offset_in(left_token, left) == offset_in(right_token, right) &&
                  offset_in(left_rest, left) == offset_in(right_rest, right) && memcmp(left, right, length + 1) == 0,
              "strsep on \"%s\"", text);
    } while (left_token != NULL && right_token != NULL);
    memcpy(left, text, length + 1);
    memcpy(right, text, length + 1);
    left_token = strtok(left, separators);
    right_token = model_strtok(right, separators);
    while (left_token != NULL && right_token != NULL) {
        CHECK(left_token - left == right_token - right, "strtok on \"%s\"", text);
        left_token = strtok(NULL, separators);
        right_token = model_strtok(NULL, separators);
    }
    CHECK(left_token == NULL && right_token == NULL, "strtok on \"%s\"", text);
    free(left);
    free(right);
}

static void paths(void)
{
    char left[ROOM], right[ROOM], text[ROOM];
    random_text(text, "a/.b/");
    strcpy(left, text);
    strcpy(right, text);
    CHECK(strcmp(__xpg_basename(left), model___xpg_basename(right)) == 0, "basename of \"%s\"", text);
    strcpy(left, text);
    strcpy(right, text);
    CHECK(strcmp(dirname(left), model_dirname(right)) == 0, "dirname of \"%s\": \"%s\" not \"%s\"", text, right, left);
}

void run_cases(long rounds)
{
    static const char *const alphabets[] = { "ab", "aAbB", "abc,; ", "01a9.", "\xff\x80\x7f" "a" };
    for (long turn = 0; turn < rounds; turn++) {
        const char *alphabet = alphabets[below(5)];
        char buffer[ROOM];
        size_t length = random_text(buffer, alphabet);
        char *text = exact_copy(buffer, length + 1);
        size_t other_length = below(3) ? random_text(buffer, alphabet) % 4 : random_text(buffer, alphabet);
        buffer[other_length] = 0;
        char *other = exact_copy(buffer, other_length + 1);
        searches(text, length, other, other_length);
        copies(text, length, other);
        tokens(text, length, other);
        paths();
        uint64_t value = draw() >> below(64) << below(64);
        value = below(20) ? value : 0;
        CHECK(ffs((int)value) == model_ffs((int)value) && ffsl((long)value) == model_ffsl((long)value) &&
                  ffsll((long long)value) == model_ffsll((long long)value),
              "ffs");
        free(text);
        free(other);
    }
    for (int i = -3; i < 200; i++) {
        CHECK(strcmp(strerror(i), model_strerror(i)) == 0, "strerror(%d): %s", i, model_strerror(i));
        if (i < 32)
            CHECK(strcmp(strsignal(i), model_strsignal(i)) == 0, "strsignal(%d): %s", i, model_strsignal(i));
    }
}
