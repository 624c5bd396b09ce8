/* Native replay: the input functions, with values from a test file.
 *
 * Linked to a natively compiled program. The environment variable LARIAT_TEST names a test in KLEE's .ktest format, version 3.
 * An input takes the next unused object of its name; when there is none it is zero. Everything is weak, so a program that
 * defines one of these functions itself keeps its own. If LARIAT_RECORD names a file, it says afterwards, however the program
 * ends, which objects were handed out and which input there was no object for.
 *
 * Objects with these names are not asked for by the program:
 *   stdin, stdin-size            standard input (the size is the whole object if not given)
 *   file:NAME, file:NAME-size    a file, created in the directory LARIAT_TEST_DIR or else in a new temporary directory, which
 *                                becomes the working directory
 *   time, time_nanoseconds, clock, getrandom, arc4random    what the clock and the sources of random numbers give
 *   rand, rand_r, rand48         what rand and random, rand_r, and drand48 and its relatives draw where the seed is an input
 *   rand-start, rand-stop, ...   after how many calls that begins or ends; without, it is so from the first call on
 *   malloc_fails                 whether the next allocation of the program fails
 *   uninitialised:FUNCTION:NAME, uninitialised:FUNCTION:NAME in memory
 *                                what a local variable holds before the program writes to it; the last one of a name also
 *                                stands for all later ones
 *   uninitialised:heap:3 in memory
 *                                the same for memory that the third allocation of the program brought
 *
 * The first argument that the test records is the program's name, as main sees it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <wchar.h>

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

/* Where messages go: what standard error is when the program starts. The program may close that or give it away. */
static int messages = STDERR_FILENO;
/* With a sanitizer: where its reports go. */
WEAK void __sanitizer_set_report_fd(void *descriptor);

/* Above the number up to which a program has descriptors, so that closing all of them does not close this one. */
static void keep_messages(void)
{
    struct rlimit usual, most;
    if (getrlimit(RLIMIT_NOFILE, &usual) != 0)
        return;
    most = usual;
    most.rlim_cur = usual.rlim_cur < usual.rlim_max ? usual.rlim_cur + 1 : usual.rlim_max;
    setrlimit(RLIMIT_NOFILE, &most);
    int kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, (int)most.rlim_cur - 1);
    setrlimit(RLIMIT_NOFILE, &usual);
    if (kept < 0)
        return;
    messages = kept;
    if (__sanitizer_set_report_fd)
        __sanitizer_set_report_fd((void *)(intptr_t)kept);
}

__attribute__((noreturn)) static void bad_test(const char *path, const char *why)
{
    dprintf(messages, "lariat: the test %s cannot be used: %s\n", path, why);
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

/* What was handed out, in a file that is mapped, so that no end of the program loses it. First the name of the first input
 * that there was no object for, then a byte for each object. */
enum { RECORDED_NAME = 256 };
static volatile char *record;

static void open_record(void)
{
    const char *path = getenv("LARIAT_RECORD");
    if (path == NULL || *path == 0)
        return;
    size_t size = RECORDED_NAME + object_count;
    int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0 || ftruncate(descriptor, (off_t)size) != 0)
        bad_test(path, "it cannot be written");
    void *mapped = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (mapped == MAP_FAILED)
        bad_test(path, "it cannot be mapped");
    close(descriptor);
    record = mapped;
}

static void hand_out(struct object *object)
{
    object->used = 1;
    if (record != NULL)
        record[RECORDED_NAME + (object - objects)] = 1;
}

/* The message says when this happened: what the program did before is not affected. */
static void note_missing(const char *name)
{
    static const char before[] = "\nlariat: the test has no value for ", after[] = "\n";
    if (record == NULL || record[0] != 0)
        return;
    size_t size = strlen(name) < RECORDED_NAME - 1 ? strlen(name) : RECORDED_NAME - 1;
    for (size_t i = 0; i < size; i++)
        record[i] = name[i];
    if (write(messages, before, sizeof before - 1) < 0 || write(messages, name, size) < 0)
        return;
    if (write(messages, after, sizeof after - 1) < 0)
        return;
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
    open_record();
}

static struct object *next_object(const char *name)
{
    load();
    size_t name_size = strlen(name);
    for (size_t i = 0; i < object_count; i++) {
        struct object *object = &objects[i];
        if (!object->used && object->name_size == name_size && memcmp(object->name, name, name_size) == 0) {
            hand_out(object);
            return object;
        }
    }
    return NULL;
}

/* False if the test has no such object left; the bytes are zero then. */
static int fill(void *address, size_t size, const char *name)
{
    struct object *object = next_object(name == NULL ? "unnamed" : name);
    if (object == NULL)
        note_missing(name == NULL ? "unnamed" : name);
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

/* For MemorySanitizer the variable stays as uninitialised as it was written. */
WEAK void __msan_poison(const volatile void *address, size_t size);
WEAK void __asan_poison_memory_region(void const volatile *start, size_t size);

/* Called where a local variable is declared without a value. What the test does not speak of stays as it is. */
void lariat_uninitialised(void *address, size_t size, const char *name)
{
    struct object *object = NULL;
    load();
    for (size_t i = 0; i < object_count && (object == NULL || object->used); i++) {
        if (is_of_variable(&objects[i], name))
            object = &objects[i];
    }
    if (object != NULL) {
        hand_out(object);
        memcpy(address, object->bytes, object->size < size ? object->size : size);
    }
    if (__msan_poison)
        __msan_poison(address, size);
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
    dprintf(messages, "lariat: reached %s\n", name);
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
    /* A sandbox may leave no other place than the test's directory. */
    const char *directory = getenv("LARIAT_TEST_DIR");
    char name[4096];
    snprintf(name, sizeof name, "%s/.lariat-stdin-XXXXXX", directory == NULL ? "/tmp" : directory);
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

/* Files of the test that are not below the working directory are made in it under another name; nothing is ever written
 * elsewhere. The program's calls that name them are renamed to functions of this library, which know the other name. */
enum { MOST_ELSEWHERE = 16 };
static struct { char name[512]; char made[640]; } elsewhere[MOST_ELSEWHERE];
static int elsewhere_count;

static const char *real_name(const char *name)
{
    for (int i = 0; name != NULL && i < elsewhere_count; i++)
        if (strcmp(elsewhere[i].name, name) == 0)
            return elsewhere[i].made;
    return name;
}

/* Whether a path leads to a place below the working directory. */
static int is_below(const char *path)
{
    if (path[0] == '/')
        return 0;
    for (const char *part = path; part != NULL; part = strchr(part, '/')) {
        part += *part == '/';
        if (part[0] == '.' && part[1] == '.' && (part[2] == '/' || part[2] == 0))
            return 0;
    }
    return 1;
}

static void create_file(struct object *object)
{
    char name[512];
    size_t size = object->name_size - 5;
    if (size >= sizeof name)
        return;
    memcpy(name, object->name + 5, size);
    name[size] = 0;
    enter_directory();
    if (!is_below(name)) {
        char directory[512];
        if (elsewhere_count == MOST_ELSEWHERE || getcwd(directory, sizeof directory) == NULL) {
            dprintf(messages, "lariat: a file of the test is left out, it is elsewhere: %s\n", name);
            return;
        }
        strcpy(elsewhere[elsewhere_count].name, name);
        snprintf(elsewhere[elsewhere_count].made, sizeof elsewhere[0].made, "%s/.lariat-file-%d", directory, elsewhere_count);
        snprintf(name, sizeof name, ".lariat-file-%d", elsewhere_count++);
    }
    hand_out(object);
    for (char *slash = strchr(name, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        if (mkdir(name, 0700) != 0 && errno != EEXIST)
            bad_test(getenv("LARIAT_TEST"), "the directories of its files cannot be made");
        *slash = '/';
    }
    int descriptor = open(name, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    if (descriptor < 0)
        bad_test(getenv("LARIAT_TEST"), "its files cannot be written");
    write_all(descriptor, object->bytes, contents_size(object));
    close(descriptor);
}

/* Given on the command line, by whoever started the program. */
static int is_argument(const struct object *object)
{
    const char *name = object->name;
    if (object->name_size == 6 && memcmp(name, "n_args", 6) == 0)
        return 1;
    if (object->name_size < 5 || memcmp(name, "arg", 3) != 0)
        return 0;
    for (size_t i = 3; i < object->name_size; i++)
        if (name[i] < '0' || name[i] > '9')
            return 0;
    return 1;
}

static int ends_with_size(const struct object *object)
{
    return object->name_size >= 5 && memcmp(object->name + object->name_size - 5, "-size", 5) == 0;
}

/* Whether an object that ends like the size of a file is that of a file of the test. */
static int has_contents(const struct object *size)
{
    for (size_t i = 0; i < object_count; i++) {
        const struct object *object = &objects[i];
        if (object->name_size + 5 == size->name_size && memcmp(object->name, size->name, object->name_size) == 0)
            return 1;
    }
    return 0;
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
    if (write(messages, text, sizeof text - 1) < 0)
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

/* An environment variable; its text ends at the first zero byte. */
static void set_variable(struct object *object)
{
    char name[512], text[4096];
    size_t name_size = object->name_size - 4, size = object->size < sizeof text ? object->size : sizeof text - 1;
    if (name_size >= sizeof name)
        return;
    memcpy(name, object->name + 4, name_size);
    name[name_size] = 0;
    memcpy(text, object->bytes, size);
    text[size] = 0;
    if (setenv(name, text, 1) == 0)
        hand_out(object);
}

__attribute__((constructor)) static void set_up(int argc, char **argv)
{
    keep_messages();
    if (getenv("LARIAT_BREAKPOINTS") != NULL)
        wait_at_breakpoints();
    load();
    if (argc > 0 && program_name[0] != 0)
        argv[0] = program_name;
    for (size_t i = 0; i < object_count; i++) {
        struct object *object = &objects[i];
        if (object->used || (ends_with_size(object) && has_contents(object)))
            continue;
        if (object->name_size == 5 && memcmp(object->name, "stdin", 5) == 0) {
            hand_out(object);
            replace_standard_input(object);
        } else if (object->name_size > 5 && memcmp(object->name, "file:", 5) == 0) {
            create_file(object);
        } else if (object->name_size > 4 && memcmp(object->name, "env:", 4) == 0) {
            set_variable(object);
        } else if (is_argument(object)) {
            hand_out(object);
        }
    }
}

/* Allocations of the program, if it is built so that they come here. The program's own calls only: not those of the library.
 * They may fail if LARIAT_FAILING_ALLOCATIONS is set. Their memory may hold what the test says. */
static int allocation_fails(void)
{
    static int may_fail = -1;
    unsigned char fails;
    if (may_fail < 0)
        may_fail = getenv("LARIAT_FAILING_ALLOCATIONS") != NULL;
    if (!may_fail)
        return 0;
    fill(&fails, 1, "malloc_fails");
    if (fails)
        errno = ENOMEM;
    return fails;
}

static unsigned long allocation_count;

/* The sizes of blocks, as they were asked for: the C library's own allocator knows about larger ones only. The table is not
 * in a variable, so that nobody takes a block for used because its address is in here. Where it is full, sizes are not known. */
enum { MOST_SIZES = 1 << 18 };
struct size_of_block { void *block; size_t size; };

static struct size_of_block *size_entry(void *block)
{
    static struct size_of_block *sizes;
    if (sizes == NULL) {
        void *mapped = mmap(NULL, MOST_SIZES * sizeof *sizes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (mapped == MAP_FAILED)
            return NULL;
        sizes = mapped;
    }
    size_t place = (uintptr_t)block / 16 * 2654435761u % MOST_SIZES;
    for (int tries = 0; tries < 64; tries++, place = (place + 1) % MOST_SIZES) {
        if (sizes[place].block == NULL || sizes[place].block == block)
            return &sizes[place];
    }
    return NULL;
}

/* False if it is not known. A size that does not fit the block is that of one which was here before. */
static int old_size(void *block, size_t *size)
{
    size_t usable = malloc_usable_size(block);
    struct size_of_block *entry;
    *size = usable;
    if (__asan_poison_memory_region || __msan_poison)
        return 1;
    entry = size_entry(block);
    if (entry == NULL || entry->block != block || entry->size > usable || entry->size + 32 < usable)
        return 0;
    *size = entry->size;
    return 1;
}

static int has_heap_objects(void)
{
    static const char start[] = "uninitialised:heap:";
    static int answer = -1;
    for (size_t i = 0; answer < 0 && i < object_count; i++) {
        const struct object *object = &objects[i];
        if (object->name_size >= sizeof start && memcmp(object->name, start, sizeof start - 1) == 0)
            answer = 1;
    }
    if (answer < 0)
        answer = 0;
    return answer;
}

/* What an allocation gave: the bytes from `known` on are new. */
static void *supplied(void *block, size_t known, size_t size)
{
    char name[64];
    /* AddressSanitizer takes a block of no bytes for one of one byte. */
    if (block != NULL && size == 0 && __asan_poison_memory_region)
        __asan_poison_memory_region(block, 1);
    if (block == NULL || !has_heap_objects())
        return block;
    struct size_of_block *entry = size_entry(block);
    if (entry != NULL) {
        entry->block = block;
        entry->size = size;
    }
    if (known < size) {
        snprintf(name, sizeof name, "uninitialised:heap:%lu", allocation_count);
        lariat_uninitialised((char *)block + known, size - known, name);
    }
    return block;
}

void *lariat_replay_malloc(size_t size)
{
    allocation_count++;
    return allocation_fails() ? NULL : supplied(malloc(size), 0, size);
}

void *lariat_replay_aligned_alloc(size_t alignment, size_t size)
{
    allocation_count++;
    return allocation_fails() ? NULL : supplied(aligned_alloc(alignment, size), 0, size);
}

void *lariat_replay_memalign(size_t alignment, size_t size)
{
    allocation_count++;
    return allocation_fails() ? NULL : supplied(memalign(alignment, size), 0, size);
}

void *lariat_replay_valloc(size_t size)
{
    allocation_count++;
    return allocation_fails() ? NULL : supplied(valloc(size), 0, size);
}

int lariat_replay_posix_memalign(void **result, size_t alignment, size_t size)
{
    allocation_count++;
    if (allocation_fails())
        return ENOMEM;
    int error = posix_memalign(result, alignment, size);
    if (error == 0)
        supplied(*result, 0, size);
    return error;
}

void *lariat_replay_calloc(size_t count, size_t size)
{
    size_t total;
    allocation_count++;
    /* There is no memory of such a size, so nobody is asked. */
    if (__builtin_mul_overflow(count, size, &total))
        return calloc(count, size);
    return allocation_fails() ? NULL : supplied(calloc(count, size), total, total);
}

void *lariat_replay_realloc(void *pointer, size_t size)
{
    size_t known = 0;
    allocation_count++;
    /* No size is a way to free. */
    if (pointer != NULL && size == 0)
        return realloc(pointer, size);
    if (allocation_fails())
        return NULL;
    if (pointer != NULL && has_heap_objects() && !old_size(pointer, &known))
        known = size;
    return supplied(realloc(pointer, size), known, size);
}

void *lariat_replay_reallocarray(void *pointer, size_t count, size_t size)
{
    size_t total;
    if (__builtin_mul_overflow(count, size, &total))
        return reallocarray(pointer, count, size);
    return lariat_replay_realloc(pointer, total);
}

/* All of the memory is written. */
static char *written(char *text)
{
    return text == NULL ? NULL : supplied(text, strlen(text) + 1, strlen(text) + 1);
}

char *lariat_replay_strdup(const char *text)
{
    allocation_count++;
    return allocation_fails() ? NULL : written(strdup(text));
}

char *lariat_replay_strndup(const char *text, size_t most)
{
    allocation_count++;
    return allocation_fails() ? NULL : written(strndup(text, most));
}

/* Memory for a driver, which never fails. */
void *lariat_driver_allocate(size_t size) { return malloc(size); }

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
    dprintf(messages, "lariat: assertion failed: %s (%s:%u in %s)\n", condition, file, line, function);
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
    dprintf(messages, "lariat: reported error: %s\n", message);
    end(EXIT_BUG);
}

/* With AddressSanitizer: what is at an address. */
WEAK const char *__asan_locate_address(void *address, char *name, size_t name_size, void **start, size_t *size);
WEAK void *__asan_region_is_poisoned(void *start, size_t size);
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
            dprintf(messages, "lariat: there cannot be an object at %p: %s\n", address, strerror(errno));
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
    dprintf(messages, "lariat: reported error: %s (%s:%d)\n", message, file, line);
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

WEAK void __VERIFIER_nondet_memory(void *address, size_t size)
{
    if (size > 0)
        fill(address, size, "__VERIFIER_nondet_memory");
}

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
        dprintf(messages, "lariat: assertion failed: assert\n");
        end(EXIT_BUG);
    }
    return 0;
}

WEAK void __VERIFIER_atomic_begin(void) {}
WEAK void __VERIFIER_atomic_end(void) {}

/* The C library's own would write to standard error, wherever that is by then. The words are the same. */
_Noreturn void lariat_replay___assert_fail(const char *condition, const char *file, unsigned line, const char *function)
{
    dprintf(messages, "\n%s: %s:%u: %s: Assertion `%s' failed.\n", program_invocation_short_name, file, line,
            function == NULL ? "" : function, condition);
    abort();
}

_Noreturn void lariat_replay___assert_perror_fail(int error, const char *file, unsigned line, const char *function)
{
    dprintf(messages, "\n%s: %s:%u: %s: Unexpected error: %s.\n", program_invocation_short_name, file, line,
            function == NULL ? "" : function, strerror(error));
    abort();
}

_Noreturn void lariat_replay___assert(const char *condition, const char *file, int line)
{
    lariat_replay___assert_fail(condition, file, (unsigned)line, NULL);
}

/* Assertions of other C libraries, whose headers a program may come with. */
WEAK _Noreturn void __assert_rtn(const char *function, const char *file, int line, const char *condition)
{
    fflush(stdout);
    dprintf(messages, "lariat: assertion failed: %s (%s:%d in %s)\n", condition, file, line, function);
    end(EXIT_BUG);
}

/* What the models make an input of behind the program's back. Lariat renames the program's calls to these, because the
 * sanitizers define some of the functions too. Without such objects in the test the real thing answers. Bytes are copied by
 * the library's own function, so that a sanitizer sees where to. */
static void give(void *to, const void *from, size_t size)
{
    memcpy(to, from, size);
}

/* Whether the test has an object of this name, used or not. */
static int has_object(const char *name)
{
    load();
    size_t size = strlen(name);
    for (size_t i = 0; i < object_count; i++)
        if (objects[i].name_size == size && memcmp(objects[i].name, name, size) == 0)
            return 1;
    return 0;
}

/* A number that is the same at each call. */
static unsigned number_of(int which, const char *name, unsigned real)
{
    static unsigned numbers[7];
    static char known[7];
    if (!has_object(name))
        return real;
    if (!known[which])
        fill(&numbers[which], sizeof numbers[which], name);
    known[which] = 1;
    return numbers[which];
}

pid_t lariat_replay_getpid(void) { return (pid_t)number_of(0, "pid", (unsigned)getpid()); }
pid_t lariat_replay_getppid(void) { return (pid_t)number_of(1, "ppid", (unsigned)getppid()); }
pid_t lariat_replay_getpgrp(void) { return (pid_t)number_of(2, "pgrp", (unsigned)getpgrp()); }
uid_t lariat_replay_getuid(void) { return number_of(3, "uid", getuid()); }
uid_t lariat_replay_geteuid(void) { return number_of(4, "euid", geteuid()); }
gid_t lariat_replay_getgid(void) { return number_of(5, "gid", getgid()); }
gid_t lariat_replay_getegid(void) { return number_of(6, "egid", getegid()); }

/* A text that is the same at each call; NULL if the test has none. */
static const char *text_of(int which, const char *name)
{
    static char texts[2][4096];
    static char known[2];
    if (!has_object(name))
        return NULL;
    if (!known[which])
        fill(texts[which], sizeof texts[which] - 1, name);
    known[which] = 1;
    return texts[which];
}

char *lariat_replay_getcwd(char *buffer, size_t size)
{
    const char *text = text_of(0, "cwd");
    if (text == NULL)
        return getcwd(buffer, size);
    size_t length = 1 + strlen(text);
    if (buffer != NULL && length + 1 > size) {
        errno = size == 0 ? EINVAL : ERANGE;
        return NULL;
    }
    if (buffer == NULL)
        buffer = malloc(size < length + 1 ? length + 1 : size);
    if (buffer != NULL) {
        give(buffer, "/", 1);
        give(buffer + 1, text, length);
    }
    return buffer;
}

int lariat_replay_gethostname(char *buffer, size_t size)
{
    const char *text = text_of(1, "hostname");
    if (text == NULL)
        return gethostname(buffer, size);
    if (strlen(text) + 1 > size) {
        errno = ENAMETOOLONG;
        return -1;
    }
    give(buffer, text, strlen(text) + 1);
    return 0;
}

/* A read of a volatile object: the value that was read is in the buffer, and the test may have another. */
void *lariat_volatile_place(void)
{
    static _Alignas(16) unsigned char place[16];
    return place;
}

void lariat_volatile(size_t size)
{
    if (has_object("volatile"))
        fill(lariat_volatile_place(), size, "volatile");
}

time_t lariat_replay_time(time_t *result)
{
    time_t now;
    if (!fill(&now, sizeof now, "time")) {
        struct timespec moment;
        syscall(SYS_clock_gettime, CLOCK_REALTIME, &moment);
        now = moment.tv_sec;
    }
    if (result != NULL)
        give(result, &now, sizeof now);
    return now;
}

/* False if the test has none. */
static int look_at_clock(struct timespec *moment)
{
    time_t seconds;
    long part;
    if (!fill(&seconds, sizeof seconds, "time"))
        return 0;
    fill(&part, sizeof part, "time_nanoseconds");
    moment->tv_sec = seconds;
    moment->tv_nsec = part;
    return 1;
}

int lariat_replay_clock_gettime(clockid_t which, struct timespec *result)
{
    struct timespec moment = {0, 0};
    if (!look_at_clock(&moment) && syscall(SYS_clock_gettime, which, &moment) != 0)
        return -1;
    give(result, &moment, sizeof moment);
    return 0;
}

int lariat_replay_gettimeofday(struct timeval *__restrict result, void *__restrict zone)
{
    struct timespec moment = {0, 0};
    struct timeval now;
    if (!look_at_clock(&moment))
        syscall(SYS_clock_gettime, CLOCK_REALTIME, &moment);
    now.tv_sec = moment.tv_sec;
    now.tv_usec = moment.tv_nsec / 1000;
    give(result, &now, sizeof now);
    if (zone != NULL)
        memset(zone, 0, 2 * sizeof(int));
    return 0;
}

int lariat_replay_timespec_get(struct timespec *result, int base)
{
    if (base != TIME_UTC)
        return 0;
    return lariat_replay_clock_gettime(CLOCK_REALTIME, result) == 0 ? base : 0;
}

clock_t lariat_replay_clock(void)
{
    clock_t now;
    if (!fill(&now, sizeof now, "clock")) {
        struct timespec moment;
        syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &moment);
        now = moment.tv_sec * CLOCKS_PER_SEC + moment.tv_nsec / (1000000000 / CLOCKS_PER_SEC);
    }
    return now;
}

clock_t lariat_replay_times(struct tms *result)
{
    struct tms all = {0, 0, 0, 0};
    clock_t now;
    if (!fill(&now, sizeof now, "clock"))
        return (clock_t)syscall(SYS_times, result);
    all.tms_utime = now;
    if (result != NULL)
        give(result, &all, sizeof all);
    return now;
}

ssize_t lariat_replay_getrandom(void *buffer, size_t size, unsigned flags)
{
    if (size == 0 || !fill(buffer, size, "getrandom"))
        return syscall(SYS_getrandom, buffer, size, flags);
    return (ssize_t)size;
}

int lariat_replay_getentropy(void *buffer, size_t size)
{
    if (size > 0 && !fill(buffer, size, "getrandom"))
        return syscall(SYS_getrandom, buffer, size, 0) < 0 ? -1 : 0;
    return 0;
}

void lariat_replay_arc4random_buf(void *buffer, size_t size)
{
    if (size > 0 && !fill(buffer, size, "arc4random"))
        syscall(SYS_getrandom, buffer, size, 0);
}

uint32_t lariat_replay_arc4random(void)
{
    uint32_t value;
    lariat_replay_arc4random_buf(&value, sizeof value);
    return value;
}

uint32_t lariat_replay_arc4random_uniform(uint32_t bound)
{
    return bound < 2 ? 0 : lariat_replay_arc4random() % bound;
}

/* Names of files: those of the test that are elsewhere are here. */
FILE *lariat_replay_fopen(const char *name, const char *mode) { return fopen(real_name(name), mode); }
FILE *lariat_replay_fopen64(const char *name, const char *mode) { return fopen64(real_name(name), mode); }
FILE *lariat_replay_freopen(const char *name, const char *mode, FILE *file)
{
    return freopen(real_name(name), mode, file);
}
int lariat_replay_access(const char *name, int mode) { return access(real_name(name), mode); }
int lariat_replay_stat(const char *name, struct stat *result) { return stat(real_name(name), result); }
int lariat_replay_lstat(const char *name, struct stat *result) { return lstat(real_name(name), result); }

int lariat_replay_open(const char *name, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? (mode_t)va_arg(arguments, int) : 0;
    va_end(arguments);
    return open(real_name(name), flags, mode);
}

/* The sanitizers' own versions of these say only which of two texts is the smaller one. The C library of the machine gives
 * the difference of the characters, and programs may use it. */
static int difference(const char *one, const char *other, size_t most, int (*letter)(int))
{
    for (size_t i = 0; i < most; i++) {
        int a = letter((unsigned char)one[i]), b = letter((unsigned char)other[i]);
        if (a != b)
            return a - b;
        if (one[i] == 0)
            break;
    }
    return 0;
}

static int same_letter(int letter) { return letter; }

static int small_letter(int letter) { return letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter; }

int lariat_replay_strcmp(const char *one, const char *other)
{
    return strcmp(one, other) == 0 ? 0 : difference(one, other, SIZE_MAX, same_letter);
}

int lariat_replay_strncmp(const char *one, const char *other, size_t most)
{
    return strncmp(one, other, most) == 0 ? 0 : difference(one, other, most, same_letter);
}

int lariat_replay_strcasecmp(const char *one, const char *other)
{
    return strcasecmp(one, other) == 0 ? 0 : difference(one, other, SIZE_MAX, small_letter);
}

int lariat_replay_strncasecmp(const char *one, const char *other, size_t most)
{
    return strncasecmp(one, other, most) == 0 ? 0 : difference(one, other, most, small_letter);
}

/* Sanitizers do not look at copies of wide characters, but at those of bytes. */
wchar_t *lariat_replay_wmemmove(wchar_t *to, const wchar_t *from, size_t count)
{
    return memmove(to, from, count * sizeof *to);
}

wchar_t *lariat_replay_wmemcpy(wchar_t *__restrict to, const wchar_t *__restrict from, size_t count)
{
    return lariat_replay_wmemmove(to, from, count);
}

wchar_t *lariat_replay_wmemset(wchar_t *to, wchar_t character, size_t count)
{
    memset(to, 0, count * sizeof *to);
    for (size_t i = 0; i < count; i++)
        to[i] = character;
    return to;
}

wchar_t *lariat_replay_wcscpy(wchar_t *__restrict to, const wchar_t *__restrict from)
{
    return lariat_replay_wmemmove(to, from, wcslen(from) + 1);
}

wchar_t *lariat_replay_wcsncpy(wchar_t *__restrict to, const wchar_t *__restrict from, size_t count)
{
    size_t length = wcsnlen(from, count);
    lariat_replay_wmemmove(to, from, length);
    lariat_replay_wmemset(to + length, 0, count - length);
    return to;
}

/* For a program that is linked with this file and not built by Lariat. */
WEAK time_t time(time_t *result) { return lariat_replay_time(result); }
WEAK int clock_gettime(clockid_t which, struct timespec *result) { return lariat_replay_clock_gettime(which, result); }
WEAK int gettimeofday(struct timeval *__restrict result, void *__restrict zone)
{
    return lariat_replay_gettimeofday(result, zone);
}
WEAK clock_t clock(void) { return lariat_replay_clock(); }
WEAK ssize_t getrandom(void *buffer, size_t size, unsigned flags) { return lariat_replay_getrandom(buffer, size, flags); }
