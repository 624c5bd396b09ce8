/* Native replay: the input functions, with values from a test file.
 *
 * Linked to a natively compiled program. The environment variable LARIAT_TEST names a test in KLEE's .ktest format, version 3.
 * An input takes the next unused object of its name; when there is none it is zero. Everything is weak, so a program that
 * defines one of these functions itself keeps its own.
 *
 * Objects with these names are not asked for by the program:
 *   stdin, stdin-size            standard input (the size is the whole object if not given)
 *   file:NAME, file:NAME-size    a file, created in the directory LARIAT_TEST_DIR or else in a new temporary directory, which
 *                                becomes the working directory
 *   time, time_nanoseconds, clock, getrandom    what the functions of those names give
 *   rand, rand_r, rand48         what rand and random, rand_r, and drand48 and its relatives draw where the seed is an input
 *   rand-start, rand-stop, ...   after how many calls that begins or ends; without, it is so from the first call on
 *   malloc_fails                 whether the next allocation of the program fails
 *   uninitialised:FUNCTION:NAME, uninitialised:FUNCTION:NAME in memory
 *                                what a local variable holds before the program writes to it; the last one of a name also
 *                                stands for all later ones
 *
 * The first argument that the test records is the program's name, as main sees it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define WEAK __attribute__((weak))
enum { EXIT_BUG = 70, EXIT_BAD_TEST = 71, EXIT_BREAKPOINT = 72 };

struct object {
    const char *name;
    size_t name_size;
    const unsigned char *bytes;
    size_t size;
    int used;
};

static struct object *objects;
static size_t object_count;
static int is_loaded;
static char program_name[4096];
/* Kept, so that it is no leak of the program's. */
static const unsigned char *test_bytes;

__attribute__((noreturn)) static void bad_test(const char *path, const char *why)
{
    fprintf(stderr, "lariat: the test %s cannot be used: %s\n", path, why);
    _exit(EXIT_BAD_TEST);
}

struct reader {
    const char *path;
    const unsigned char *bytes;
    size_t size;
    size_t position;
};

static const unsigned char *take(struct reader *reader, size_t size)
{
    if (size > reader->size - reader->position)
        bad_test(reader->path, "it ends too early");
    const unsigned char *taken = reader->bytes + reader->position;
    reader->position += size;
    return taken;
}

static uint32_t take_number(struct reader *reader)
{
    const unsigned char *bytes = take(reader, 4);
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static unsigned char *read_file(const char *path, size_t *size)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        bad_test(path, strerror(errno));
    size_t room = 4096;
    unsigned char *bytes = malloc(room);
    *size = 0;
    for (;;) {
        if (bytes == NULL)
            bad_test(path, "out of memory");
        ssize_t taken = read(descriptor, bytes + *size, room - *size);
        if (taken < 0)
            bad_test(path, strerror(errno));
        if (taken == 0)
            break;
        *size += (size_t)taken;
        if (*size == room)
            bytes = realloc(bytes, room *= 2);
    }
    close(descriptor);
    return bytes;
}

static void load(void)
{
    if (is_loaded)
        return;
    is_loaded = 1;
    const char *path = getenv("LARIAT_TEST");
    if (path == NULL || *path == 0)
        return;
    struct reader reader = { path, NULL, 0, 0 };
    reader.bytes = test_bytes = read_file(path, &reader.size);
    const unsigned char *magic = take(&reader, 5);
    if (memcmp(magic, "KTEST", 5) != 0 && memcmp(magic, "BOUT\n", 5) != 0)
        bad_test(path, "it is not a .ktest file");
    uint32_t version = take_number(&reader);
    if (version < 1 || version > 3)
        bad_test(path, "its version is not 1, 2 or 3");
    uint32_t arguments = take_number(&reader);
    for (uint32_t index = 0; index < arguments; index++) {
        uint32_t size = take_number(&reader);
        const unsigned char *bytes = take(&reader, size);
        if (index == 0 && size < sizeof program_name)
            memcpy(program_name, bytes, size);
    }
    if (version >= 2)
        take(&reader, 8);
    uint32_t count = take_number(&reader);
    if (count > reader.size)
        bad_test(path, "it ends too early");
    objects = calloc(count > 0 ? count : 1, sizeof *objects);
    if (objects == NULL)
        bad_test(path, "out of memory");
    for (object_count = 0; object_count < count; object_count++) {
        struct object *object = &objects[object_count];
        object->name_size = take_number(&reader);
        object->name = (const char *)take(&reader, object->name_size);
        object->size = take_number(&reader);
        object->bytes = take(&reader, object->size);
    }
}

static struct object *next_object(const char *name)
{
    load();
    size_t name_size = strlen(name);
    for (size_t i = 0; i < object_count; i++) {
        struct object *object = &objects[i];
        if (!object->used && object->name_size == name_size && memcmp(object->name, name, name_size) == 0) {
            object->used = 1;
            return object;
        }
    }
    return NULL;
}

/* False if the test has no such object left; the bytes are zero then. */
static int fill(void *address, size_t size, const char *name)
{
    struct object *object = next_object(name == NULL ? "unnamed" : name);
    size_t kept = object == NULL ? 0 : object->size < size ? object->size : size;
    memset(address, 0, size);
    if (kept > 0)
        memcpy(address, object->bytes, kept);
    return object != NULL;
}

/* Natively a variable is in memory whether it was in the engine or not. */
static int is_of_variable(const struct object *object, const char *name)
{
    static const char in_memory[] = " in memory";
    size_t size = strlen(name);
    size_t rest = object->name_size - size;
    if (object->name_size < size || memcmp(object->name, name, size) != 0)
        return 0;
    return rest == 0 || (rest == sizeof in_memory - 1 && memcmp(object->name + size, in_memory, rest) == 0);
}

/* Called where a local variable is declared without a value. What the test does not speak of stays as it is. */
void lariat_uninitialised(void *address, size_t size, const char *name)
{
    struct object *object = NULL;
    load();
    for (size_t i = 0; i < object_count && (object == NULL || object->used); i++) {
        if (is_of_variable(&objects[i], name))
            object = &objects[i];
    }
    if (object == NULL)
        return;
    object->used = 1;
    memcpy(address, object->bytes, object->size < size ? object->size : size);
}

/* Coverage is written at exit only, and the program must not run its handlers after a bug. */
WEAK int __llvm_profile_write_file(void);
/* With a sanitizer: says from where an error function was called. */
WEAK void __sanitizer_print_stack_trace(void);

__attribute__((noreturn)) static void end(int status)
{
    fflush(NULL);
    if (status == EXIT_BUG && __sanitizer_print_stack_trace)
        __sanitizer_print_stack_trace();
    if (__llvm_profile_write_file)
        __llvm_profile_write_file();
    _exit(status);
}

__attribute__((noreturn)) static void reached(const char *name)
{
    fflush(stdout);
    fprintf(stderr, "lariat: reached %s\n", name);
    end(EXIT_BUG);
}

/* An input file: how many bytes of the object are its contents. */
static size_t contents_size(const struct object *object)
{
    char name[512];
    uint64_t size = 0;
    if (object->name_size + sizeof "-size" > sizeof name)
        return object->size;
    memcpy(name, object->name, object->name_size);
    strcpy(name + object->name_size, "-size");
    struct object *size_object = next_object(name);
    if (size_object == NULL)
        return object->size;
    memcpy(&size, size_object->bytes, size_object->size < sizeof size ? size_object->size : sizeof size);
    return size < object->size ? (size_t)size : object->size;
}

static void write_all(int descriptor, const unsigned char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(descriptor, bytes, size);
        if (written <= 0)
            bad_test(getenv("LARIAT_TEST"), "its files cannot be written");
        bytes += written;
        size -= (size_t)written;
    }
}

static void replace_standard_input(const struct object *object)
{
    char name[] = "/tmp/lariat-stdin-XXXXXX";
    int descriptor = mkstemp(name);
    if (descriptor < 0)
        bad_test(getenv("LARIAT_TEST"), "no temporary file for standard input");
    unlink(name);
    write_all(descriptor, object->bytes, contents_size(object));
    lseek(descriptor, 0, SEEK_SET);
    dup2(descriptor, 0);
    close(descriptor);
}

static void enter_directory(void)
{
    static char fresh[] = "/tmp/lariat-files-XXXXXX";
    static int is_inside;
    const char *directory = getenv("LARIAT_TEST_DIR");
    if (is_inside)
        return;
    is_inside = 1;
    if (directory == NULL)
        directory = mkdtemp(fresh);
    if (directory == NULL || chdir(directory) != 0)
        bad_test(getenv("LARIAT_TEST"), "no directory for its files");
}

static void create_file(const struct object *object)
{
    char name[512];
    size_t size = object->name_size - 5;
    if (size >= sizeof name || memchr(object->name + 5, '/', size) != NULL) {
        fprintf(stderr, "lariat: a file of the test is left out, its name is a path: %.*s\n", (int)size, object->name + 5);
        return;
    }
    memcpy(name, object->name + 5, size);
    name[size] = 0;
    enter_directory();
    int descriptor = open(name, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    if (descriptor < 0)
        bad_test(getenv("LARIAT_TEST"), "its files cannot be written");
    write_all(descriptor, object->bytes, contents_size(object));
    close(descriptor);
}

static int ends_with_size(const struct object *object)
{
    return object->name_size >= 5 && memcmp(object->name + object->name_size - 5, "-size", 5) == 0;
}

/* Says at which address the program stopped, with nothing that is unsafe in a signal handler. */
static void at_breakpoint(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    (void)info;
    const ucontext_t *machine = context;
#ifdef __x86_64__
    uintptr_t address = (uintptr_t)machine->uc_mcontext.gregs[REG_RIP] - 1;
#else
    uintptr_t address = (uintptr_t)machine->uc_mcontext.gregs[REG_EIP] - 1;
#endif
    char text[] = "\nlariat: breakpoint 0000000000000000\n";
    for (size_t i = sizeof text - 3; address != 0; address /= 16)
        text[i--] = "0123456789abcdef"[address % 16];
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
        _exit(EXIT_BAD_TEST);
    _exit(EXIT_BREAKPOINT);
}

/* The stack may be exhausted, so the handler has its own. */
static void wait_at_breakpoints(void)
{
    static char stack[65536];
    stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_sigaction = at_breakpoint, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaltstack(&own, NULL);
    sigaction(SIGTRAP, &action, NULL);
}

__attribute__((constructor)) static void set_up(int argc, char **argv)
{
    if (getenv("LARIAT_BREAKPOINTS") != NULL)
        wait_at_breakpoints();
    load();
    if (argc > 0 && program_name[0] != 0)
        argv[0] = program_name;
    for (size_t i = 0; i < object_count; i++) {
        struct object *object = &objects[i];
        if (object->used || ends_with_size(object))
            continue;
        if (object->name_size == 5 && memcmp(object->name, "stdin", 5) == 0) {
            object->used = 1;
            replace_standard_input(object);
        } else if (object->name_size > 5 && memcmp(object->name, "file:", 5) == 0) {
            object->used = 1;
            create_file(object);
        }
    }
}

/* Allocations of the program, if it is linked so that they come here. The program's own calls only: not those of the library. */
WEAK void *__real_malloc(size_t size);
WEAK void *__real_calloc(size_t count, size_t size);
WEAK void *__real_realloc(void *pointer, size_t size);

static int allocation_fails(void)
{
    unsigned char fails;
    fill(&fails, 1, "malloc_fails");
    if (fails)
        errno = ENOMEM;
    return fails;
}

void *__wrap_malloc(size_t size) { return allocation_fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return allocation_fails() ? NULL : __real_calloc(count, size); }

void *__wrap_realloc(void *pointer, size_t size)
{
    /* No size is a way to free. */
    if (pointer != NULL && size == 0)
        return __real_realloc(pointer, size);
    return allocation_fails() ? NULL : __real_realloc(pointer, size);
}

/* Lariat's own functions. */
WEAK void lariat_make_symbolic(void *address, size_t size, const char *name) { fill(address, size, name); }

WEAK void lariat_assume(int condition)
{
    if (!condition)
        exit(0);
}

WEAK void lariat_prefer(int condition) { (void)condition; }
WEAK int lariat_is_symbolic(uint64_t value) { (void)value; return 0; }
WEAK _Noreturn void lariat_silent_exit(int status) { exit(status); }

WEAK _Noreturn void lariat_assertion_failed(const char *condition, const char *file, unsigned line, const char *function)
{
    fflush(stdout);
    fprintf(stderr, "lariat: assertion failed: %s (%s:%u in %s)\n", condition, file, line, function);
    end(EXIT_BUG);
}

#define NAMED_INPUT(type, function)                                                                                  \
    WEAK type function(const char *name)                                                                             \
    {                                                                                                                \
        type value;                                                                                                  \
        fill(&value, sizeof value, name);                                                                            \
        return value;                                                                                                \
    }
#define UNNAMED_INPUT(type, function)                                                                                \
    WEAK type function(void)                                                                                         \
    {                                                                                                                \
        type value;                                                                                                  \
        fill(&value, sizeof value, #function);                                                                       \
        return value;                                                                                                \
    }

static _Bool filled_bool(const char *name)
{
    unsigned char value;
    fill(&value, sizeof value, name);
    return value != 0;
}

WEAK _Bool lariat_bool(const char *name) { return filled_bool(name); }
NAMED_INPUT(char, lariat_char)
NAMED_INPUT(unsigned char, lariat_uchar)
NAMED_INPUT(short, lariat_short)
NAMED_INPUT(unsigned short, lariat_ushort)
NAMED_INPUT(int, lariat_int)
NAMED_INPUT(unsigned, lariat_uint)
NAMED_INPUT(long, lariat_long)
NAMED_INPUT(unsigned long, lariat_ulong)
NAMED_INPUT(long long, lariat_longlong)
NAMED_INPUT(unsigned long long, lariat_ulonglong)
NAMED_INPUT(size_t, lariat_size)
NAMED_INPUT(float, lariat_float)
NAMED_INPUT(double, lariat_double)

/* Where the test has no value left, the smallest allowed one. */
static int filled_range(int lowest, int highest, const char *name)
{
    int value;
    if (!fill(&value, sizeof value, name))
        return lowest;
    if (value < lowest || value > highest)
        exit(0);
    return value;
}

WEAK int lariat_range(int lowest, int highest, const char *name) { return filled_range(lowest, highest, name); }

/* KLEE's. What it takes for a mistake of the program's is one here, too. */
__attribute__((noreturn)) static void misused(const char *message)
{
    fflush(stdout);
    fprintf(stderr, "lariat: reported error: %s\n", message);
    end(EXIT_BUG);
}

/* With AddressSanitizer: what is at an address. */
WEAK const char *__asan_locate_address(void *address, char *name, size_t name_size, void **start, size_t *size);
WEAK void *__asan_region_is_poisoned(void *start, size_t size);
WEAK void __asan_poison_memory_region(void const volatile *start, size_t size);
WEAK void __asan_unpoison_memory_region(void const volatile *start, size_t size);

/* Memory that klee_define_fixed_object made. */
enum { MOST_FIXED = 256 };
static struct { char *start; size_t size; } fixed_objects[MOST_FIXED];
static int fixed_count;

/* The object that an address belongs to, if there is somebody who knows; says whether the address is good. */
static int object_at(void *address, void **start, size_t *size)
{
    char name[2];
    *start = NULL;
    *size = 0;
    if (address == NULL)
        return 0;
    for (int i = 0; i < fixed_count; i++) {
        if (fixed_objects[i].start == address) {
            *start = address;
            *size = fixed_objects[i].size;
            return 1;
        }
    }
    if (!__asan_locate_address || !__asan_region_is_poisoned)
        return 1;
    __asan_locate_address(address, name, sizeof name, start, size);
    return *start == NULL || __asan_region_is_poisoned(address, 1) == NULL;
}

static void *exact_object(void *address, const char *message, size_t *size)
{
    void *start;
    if (!object_at(address, &start, size) || (start != NULL && start != address))
        misused(message);
    return start;
}

WEAK void klee_make_symbolic(void *address, size_t size, const char *name)
{
    size_t whole;
    if (exact_object(address, "klee_make_symbolic is given a pointer to no object's start", &whole) && whole != size)
        misused("klee_make_symbolic is given another size than the object has");
    fill(address, size, name == NULL || *name == 0 ? "unnamed" : name);
}

NAMED_INPUT(int, klee_int)

WEAK int klee_range(int begin, int end_of_range, const char *name)
{
    if (begin >= end_of_range)
        misused("klee_range is given a range without a number");
    if ((long long)begin + 1 == end_of_range)
        return begin;
    return filled_range(begin, end_of_range - 1, name);
}

/* Pages for the object, of which only the object may be used. A page may have several objects. */
WEAK void klee_define_fixed_object(void *address, size_t size)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t first = (uintptr_t)address / page * page;
    for (uintptr_t at = first; at < (uintptr_t)address + size; at += page) {
        int is_ours = 0;
        for (int i = 0; i < fixed_count && !is_ours; i++) {
            uintptr_t start = (uintptr_t)fixed_objects[i].start / page * page;
            is_ours = at >= start && at < (uintptr_t)fixed_objects[i].start + fixed_objects[i].size;
        }
        if (is_ours)
            continue;
        void *got = mmap((void *)at, page, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        if (got != (void *)at) {
            fprintf(stderr, "lariat: there cannot be an object at %p: %s\n", address, strerror(errno));
            _exit(EXIT_BAD_TEST);
        }
        if (__asan_poison_memory_region)
            __asan_poison_memory_region((void *)at, page);
    }
    if (__asan_unpoison_memory_region)
        __asan_unpoison_memory_region(address, size);
    if (fixed_count < MOST_FIXED) {
        fixed_objects[fixed_count].start = address;
        fixed_objects[fixed_count++].size = size;
    }
}

WEAK uintptr_t klee_choose(uintptr_t count)
{
    uintptr_t value;
    fill(&value, sizeof value, "klee_choose");
    if (value >= count)
        exit(0);
    return value;
}

WEAK void klee_assume(uintptr_t condition)
{
    if (!condition)
        misused("klee_assume is given a condition that does not hold");
}

WEAK unsigned klee_is_symbolic(uintptr_t value) { (void)value; return 0; }
WEAK unsigned klee_is_replay(void) { return 1; }
WEAK void klee_prefer_cex(void *object, uintptr_t condition) { (void)object; (void)condition; }
WEAK void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object; (void)condition; }
WEAK _Noreturn void klee_silent_exit(int status) { exit(status); }
WEAK _Noreturn void klee_abort(void) { abort(); }

WEAK _Noreturn void klee_report_error(const char *file, int line, const char *message, const char *suffix)
{
    (void)suffix;
    fflush(stdout);
    fprintf(stderr, "lariat: reported error: %s (%s:%d)\n", message, file, line);
    end(EXIT_BUG);
}

WEAK float klee_get_valuef(float value) { return value; }
WEAK double klee_get_valued(double value) { return value; }
WEAK long klee_get_valuel(long value) { return value; }
WEAK long long klee_get_valuell(long long value) { return value; }
WEAK int32_t klee_get_value_i32(int32_t value) { return value; }
WEAK int64_t klee_get_value_i64(int64_t value) { return value; }
WEAK void klee_open_merge(void) {}
WEAK void klee_close_merge(void) {}
WEAK void klee_set_forking(unsigned enable) { (void)enable; }
WEAK void klee_mark_global(void *object)
{
    size_t size;
    exact_object(object, "klee_mark_global is given a pointer to no object's start", &size);
}

WEAK void klee_print_expr(const char *message, ...) { (void)message; }
WEAK void klee_print_range(const char *name, int value) { (void)name; (void)value; }
WEAK void klee_warning(const char *message) { (void)message; }
WEAK void klee_warning_once(const char *message) { (void)message; }
WEAK void klee_stack_trace(void) {}
WEAK size_t klee_get_obj_size(void *object)
{
    size_t size;
    exact_object(object, "klee_get_obj_size is given a pointer to no object's start", &size);
    return size;
}

WEAK void klee_check_memory_access(const void *address, size_t size)
{
    /* A sanitizer looks at what its memcmp is given. */
    volatile int order = memcmp(address, address, size);
    (void)order;
}
WEAK int klee_get_errno(void) { return errno; }

/* The competitions', as lariat_verifier.h declares them. Lariat itself links definitions made from the program's own
 * declarations before these. */
WEAK _Bool __VERIFIER_nondet_bool(void) { return filled_bool("__VERIFIER_nondet_bool"); }
UNNAMED_INPUT(char, __VERIFIER_nondet_char)
UNNAMED_INPUT(signed char, __VERIFIER_nondet_schar)
UNNAMED_INPUT(unsigned char, __VERIFIER_nondet_uchar)
UNNAMED_INPUT(short, __VERIFIER_nondet_short)
UNNAMED_INPUT(unsigned short, __VERIFIER_nondet_ushort)
UNNAMED_INPUT(int, __VERIFIER_nondet_int)
UNNAMED_INPUT(unsigned, __VERIFIER_nondet_uint)
UNNAMED_INPUT(unsigned, __VERIFIER_nondet_unsigned)
UNNAMED_INPUT(long, __VERIFIER_nondet_long)
UNNAMED_INPUT(unsigned long, __VERIFIER_nondet_ulong)
UNNAMED_INPUT(long long, __VERIFIER_nondet_longlong)
UNNAMED_INPUT(unsigned long long, __VERIFIER_nondet_ulonglong)
UNNAMED_INPUT(size_t, __VERIFIER_nondet_size_t)
UNNAMED_INPUT(float, __VERIFIER_nondet_float)
UNNAMED_INPUT(double, __VERIFIER_nondet_double)
UNNAMED_INPUT(void *, __VERIFIER_nondet_pointer)

WEAK void __VERIFIER_nondet_memory(void *address, size_t size) { fill(address, size, "__VERIFIER_nondet_memory"); }

WEAK void __VERIFIER_assume(int condition)
{
    if (!condition)
        exit(0);
}

WEAK _Noreturn void __VERIFIER_error(void) { reached("__VERIFIER_error"); }
WEAK _Noreturn void reach_error(void) { reached("reach_error"); }

/* Called by a program that does not include <assert.h>. */
WEAK int (assert)(int condition)
{
    if (!condition) {
        fflush(stdout);
        fprintf(stderr, "lariat: assertion failed: assert\n");
        end(EXIT_BUG);
    }
    return 0;
}

WEAK void __VERIFIER_atomic_begin(void) {}
WEAK void __VERIFIER_atomic_end(void) {}

/* What the models make an input of behind the program's back. Without such objects in the test the real thing answers. */
WEAK time_t time(time_t *result)
{
    time_t now;
    if (!fill(&now, sizeof now, "time")) {
        struct timespec moment;
        syscall(SYS_clock_gettime, CLOCK_REALTIME, &moment);
        now = moment.tv_sec;
    }
    if (result != NULL)
        *result = now;
    return now;
}

WEAK int clock_gettime(clockid_t which, struct timespec *result)
{
    time_t seconds;
    long part;
    if (!fill(&seconds, sizeof seconds, "time"))
        return (int)syscall(SYS_clock_gettime, which, result);
    fill(&part, sizeof part, "time_nanoseconds");
    result->tv_sec = seconds;
    result->tv_nsec = part;
    return 0;
}

WEAK int gettimeofday(struct timeval *__restrict result, void *__restrict zone)
{
    struct timespec moment;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &moment) != 0)
        return -1;
    result->tv_sec = moment.tv_sec;
    result->tv_usec = moment.tv_nsec / 1000;
    return 0;
}

WEAK clock_t clock(void)
{
    clock_t now;
    if (!fill(&now, sizeof now, "clock")) {
        struct timespec moment;
        syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &moment);
        now = moment.tv_sec * CLOCKS_PER_SEC + moment.tv_nsec / (1000000000 / CLOCKS_PER_SEC);
    }
    return now;
}

WEAK ssize_t getrandom(void *buffer, size_t size, unsigned flags)
{
    if (size == 0 || !fill(buffer, size, "getrandom"))
        return syscall(SYS_getrandom, buffer, size, flags);
    return (ssize_t)size;
}
