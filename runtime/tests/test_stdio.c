/* Streams and descriptors against glibc: the same random operations on a model file and on a real one. */
#include "model.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

MODEL(fopen) MODEL(fclose) MODEL(fgetc) MODEL(ungetc) MODEL(fputc) MODEL(fputs) MODEL(fgets) MODEL(fread) MODEL(fwrite) MODEL(fseek)
MODEL(ftell) MODEL(rewind) MODEL(feof) MODEL(ferror) MODEL(clearerr) MODEL(getline) MODEL(remove) MODEL(rename) MODEL(access)
MODEL(open) MODEL(close) MODEL(read) MODEL(write) MODEL(lseek) MODEL(dup) MODEL(dup2) MODEL(unlink) MODEL(ftruncate)
MODEL(fstat) MODEL(stat) MODEL(fprintf) MODEL(freopen) MODEL(tmpfile) MODEL(getdelim) MODEL(fgetpos) MODEL(fsetpos) MODEL(fileno)
MODEL(getchar) MODEL(perror) MODEL(pread) MODEL(pwrite) MODEL(fdopen)
int model_fscanf(FILE *, const char *, ...);
void model_lariat_setup_concrete_file(const char *, const void *, size_t);
void model_lariat_setup_symbolic_file(const char *, size_t, int);

static FILE *real_file, *model_file;
static char history[20000];

static void note(const char *what)
{
    if (strlen(history) < sizeof history - 100) {
        strcat(history, what);
        strcat(history, " ");
    }
}

#define SAME(expression, model_expression)                                                                           \
    do {                                                                                                             \
        note(#expression);                                                                                           \
        long wanted = (long)(expression), given = (long)(model_expression);                                          \
        CHECK(wanted == given, #expression " gives %ld not %ld after %s", given, wanted, history);                   \
    } while (0)

static void one_operation(int readable, int writable)
{
    char expected[64], found[64], text[16];
    memset(expected, 'Z', sizeof expected);
    memset(found, 'Z', sizeof found);
    size_t size = 1 + below(3), count = below(10);
    int where = (int)below(3);
    long offset = where == SEEK_SET ? (long)below(40) : (long)below(20) - 10;
    snprintf(text, sizeof text, "%u\n%u", below(100), below(5));
    switch (below(14)) {
    case 0:
        SAME(fgetc(real_file), model_fgetc(model_file));
        break;
    case 1:
        if (readable) {
            int character = fgetc(real_file);
            SAME(character, model_fgetc(model_file));
            if (character != EOF)
                SAME(ungetc(character, real_file), model_ungetc(character, model_file));
        }
        break;
    case 2:
        if (writable && !readable)
            SAME(fputc('q', real_file), model_fputc('q', model_file));
        break;
    case 3:
        if (writable && !readable)
            SAME(fputs(text, real_file) >= 0, model_fputs(text, model_file) >= 0);
        break;
    case 4: {
        int most = 1 + (int)below(20);
        SAME(fgets(expected, most, real_file) != NULL, model_fgets(found, most, model_file) != NULL);
        break;
    }
    case 5:
        SAME(fread(expected, size, count, real_file), model_fread(found, size, count, model_file));
        break;
    case 6:
        if (writable && !readable)
            SAME(fwrite(text, size, count % 4, real_file), model_fwrite(text, size, count % 4, model_file));
        break;
    case 7:
        errno = model_errno = 0;
        SAME(fseek(real_file, offset, where), model_fseek(model_file, offset, where));
        break;
    case 8:
        SAME(ftell(real_file), model_ftell(model_file));
        break;
    case 9:
        rewind(real_file);
        model_rewind(model_file);
        break;
    case 10:
        SAME(!feof(real_file), !model_feof(model_file));
        SAME(!ferror(real_file), !model_ferror(model_file));
        break;
    case 11:
        clearerr(real_file);
        model_clearerr(model_file);
        break;
    case 12: {
        char *line = NULL, *model_line = NULL;
        size_t room = 0, model_room = 0;
        ssize_t length = getline(&line, &room, real_file);
        SAME(length, model_getline(&model_line, &model_room, model_file));
        CHECK(length < 0 || memcmp(line, model_line, (size_t)length + 1) == 0, "getline");
        free(line);
        free(model_line);
        break;
    }
    default: {
        int value = -1, model_value = -1;
        if (readable) {
            SAME(fscanf(real_file, "%3d", &value), model_fscanf(model_file, "%3d", &model_value));
            CHECK(value == model_value, "fscanf");
        }
        break;
    }
    }
    CHECK(memcmp(expected, found, sizeof found) == 0, "bytes read differ after %s", history);
}

/* The whole file, read by descriptor. */
static void same_contents(const char *real_name)
{
    char expected[4000], found[4000];
    int real = open(real_name, O_RDONLY), model = model_open("file", O_RDONLY);
    ssize_t length = read(real, expected, sizeof expected);
    SAME(length, model_read(model, found, sizeof found));
    CHECK(length < 0 || memcmp(expected, found, (size_t)length) == 0, "contents differ after %s", history);
    struct stat status, model_status;
    fstat(real, &status);
    model_fstat(model, &model_status);
    CHECK(status.st_size == model_status.st_size && S_ISREG(model_status.st_mode), "fstat");
    close(real);
    model_close(model);
}

static void one_round(const char *name)
{
    static const char *const modes[] = { "r", "w", "a", "r+", "w+", "a+" };
    static const char start[] = "first line\n12 34\n\nlast without end 56";
    int descriptor = open(name, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    size_t length = below(sizeof start);
    if (write(descriptor, start, length) != (ssize_t)length)
        abort();
    close(descriptor);
    model_lariat_setup_concrete_file("file", start, length);
    const char *mode = modes[below(6)];
    *history = 0;
    note(mode);
    real_file = fopen(name, mode);
    model_file = model_fopen("./file", mode);
    int both = mode[1] == '+', readable = mode[0] == 'r' || both, writable = mode[0] != 'r' || both;
    for (unsigned i = below(12); i > 0; i--) {
        if (both && below(3) == 0) {
            /* Between reading and writing C wants a seek. */
            fseek(real_file, 0, SEEK_CUR);
            model_fseek(model_file, 0, SEEK_CUR);
            SAME(fputs("W", real_file) >= 0, model_fputs("W", model_file) >= 0);
            fseek(real_file, 0, SEEK_SET);
            model_fseek(model_file, 0, SEEK_SET);
        }
        one_operation(readable, writable);
    }
    SAME(fclose(real_file), model_fclose(model_file));
    same_contents(name);
}

static void fixed_cases(void)
{
    char buffer[32] = "";
    model_errno = 0;
    CHECK(model_fopen("missing", "r") == NULL && model_errno == ENOENT, "a file that is not there");
    CHECK(model_fopen("missing", "q") == NULL && model_errno == EINVAL, "a mode that is none");
    CHECK(model_open("file", O_CREAT | O_EXCL | O_RDWR, 0600) == -1 && model_errno == EEXIST, "O_EXCL");
    CHECK(model_rename("file", "other") == 0 && model_access("file", F_OK) == -1 && model_access("other", F_OK) == 0, "rename");
    CHECK(model_remove("other") == 0 && model_remove("other") == -1 && model_errno == ENOENT, "remove");
    int descriptor = model_open("new", O_CREAT | O_RDWR, 0600);
    CHECK(descriptor == 3 && model_unlink("new") == 0 && model_write(descriptor, "abc", 3) == 3, "write after unlink");
    int copy = model_dup(descriptor);
    CHECK(copy == 4 && model_lseek(copy, 1, SEEK_SET) == 1 && model_read(descriptor, buffer, 10) == 2 && buffer[0] == 'b', "dup");
    CHECK(model_ftruncate(descriptor, 10) == 0 && model_lseek(descriptor, 0, SEEK_END) == 10, "ftruncate");
    CHECK(model_pwrite(descriptor, "xy", 2, 4) == 2 && model_pread(copy, buffer, 4, 3) == 4 && memcmp(buffer, "\0xy\0", 4) == 0, "pread");
    CHECK(model_close(descriptor) == 0 && model_close(descriptor) == -1 && model_errno == EBADF && model_close(copy) == 0, "close");
    CHECK(model_read(99, buffer, 1) == -1 && model_errno == EBADF && model_write(0, buffer, 1) == -1, "bad descriptors");
    captured_size = 0;
    model_errno = ENOENT;
    model_perror("what");
    CHECK(captured_size == 32 && memcmp(captured_output, "what: No such file or directory\n", 32) == 0, "perror");
    FILE *temporary = model_tmpfile();
    model_fprintf(temporary, "%d %s", 5, "five");
    model_rewind(temporary);
    int number = 0;
    CHECK(model_fscanf(temporary, "%d %9s", &number, buffer) == 2 && number == 5 && strcmp(buffer, "five") == 0, "tmpfile");
    fpos_t position;
    CHECK(model_fgetpos(temporary, &position) == 0, "fgetpos");
    model_rewind(temporary);
    CHECK(model_fsetpos(temporary, &position) == 0 && model_ftell(temporary) == 6, "fsetpos");
    model_fclose(temporary);
    CHECK(model_getchar() == EOF, "standard input is empty by default");
    model_lariat_setup_concrete_file(NULL, "hi", 2);
    FILE *input = model_fdopen(0, "r");
    CHECK(model_fgetc(input) == 'h' && model_read(0, buffer, 5) == 1 && buffer[0] == 'i', "standard input");
    symbolic_contents = "symbolic bytes";
    model_lariat_setup_symbolic_file("sym", 8, 1);
    symbolic_contents = NULL;
    FILE *symbolic = model_fopen("sym", "r");
    CHECK(model_fread(buffer, 1, 20, symbolic) == 8 && memcmp(buffer, "symbolic", 8) == 0, "symbolic file");
    model_fclose(symbolic);
}

void run_cases(long rounds)
{
    char name[] = "/tmp/lariat-model-XXXXXX";
    int descriptor = mkstemp(name);
    if (descriptor < 0)
        abort();
    close(descriptor);
    for (long turn = 0; turn < rounds; turn++)
        one_round(name);
    unlink(name);
    fixed_cases();
}
