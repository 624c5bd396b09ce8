/* Files and descriptors: a file system that lives in memory.
 *
 * A file is there if the user declared it (--sym-file, --sym-stdin) or the program created it; nothing of the machine Lariat
 * runs on can be seen. Standard output and standard error are devices: what is written there goes to the engine and cannot be
 * read back. The functions of <unistd.h> and <fcntl.h> work on descriptors; streams (stdio.c) are built on these. */
#include "lariat_models.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_FILES = 64, MOST_DESCRIPTORS = 64, NAME_ROOM = 256 };

struct file {
    int exists; /* has a name; an unlinked file lives on while it is open */
    int opened; /* by how many open file descriptions */
    unsigned char *contents;
    size_t size;
    size_t capacity;
    char name[NAME_ROOM];
};

enum kind { UNUSED, REGULAR, OUTPUT_DEVICE, NULL_DEVICE, DIRECTORY };

/* What POSIX calls an open file description: descriptors made by dup share it. */
struct description {
    enum kind kind;
    int flags;
    int descriptors;
    int device;
    struct file *file;
    size_t offset;
};

static struct file standard_input;
static int standard_input_is_declared;
static struct file files[MOST_FILES];
static struct description descriptions[MOST_DESCRIPTORS] = {
    { REGULAR, O_RDONLY, 1, 0, &standard_input, 0 },
    { OUTPUT_DEVICE, O_WRONLY, 1, 1, NULL, 0 },
    { OUTPUT_DEVICE, O_WRONLY, 1, 2, NULL, 0 },
};
static struct description *descriptors[MOST_DESCRIPTORS] = { &descriptions[0], &descriptions[1], &descriptions[2] };

/* Whether a descriptor is closed by exec; the other flags belong to the description. */
static unsigned char closed_by_exec[MOST_DESCRIPTORS];

static const char *plain_name(const char *name)
{
    while (name[0] == '.' && name[1] == '/')
        name += 2;
    return name;
}

/* The directory that the program has gone to: nothing, or a name with a slash at its end. */
static char here[NAME_ROOM];

/* The whole name of what is called `name` here. The room is used if there is need for it. */
static const char *whole_name(const char *name, char room[2 * NAME_ROOM])
{
    name = plain_name(name);
    if (name[0] == '.' && name[1] == 0)
        name++;
    if (here[0] == 0 || name[0] == '/')
        return name;
    strcpy(room, here);
    while (room[0] != 0 && name[0] == '.' && name[1] == '.' && (name[2] == '/' || name[2] == 0)) {
        size_t end = strlen(room) - 1;
        while (end > 0 && room[end - 1] != '/')
            end--;
        room[end] = 0;
        name = plain_name(name + (name[2] == 0 ? 2 : 3));
    }
    strncat(room, name, NAME_ROOM - 1);
    return room;
}

/* A directory is there if a file is below it. */
static int is_directory(const char *name)
{
    char room[2 * NAME_ROOM];
    if (name[0] == 0)
        return 0;
    name = whole_name(name, room);
    if (name[0] == 0 || (name[0] == '/' && name[1] == 0))
        return 1;
    for (int i = 0; i < MOST_FILES; i++) {
        const char *slash = files[i].exists ? strchr(files[i].name + 1, '/') : NULL;
        for (; slash != NULL; slash = strchr(slash + 1, '/')) {
            size_t length = (size_t)(slash - files[i].name);
            if (strncmp(name, files[i].name, length) == 0 && (name[length] == 0 || (name[length] == '/' && name[length + 1] == 0)))
                return 1;
        }
    }
    return 0;
}

int chdir(const char *name)
{
    char room[2 * NAME_ROOM];
    if (!is_directory(name)) {
        if (name[0] == '/' || (name[0] == '.' && name[1] == '.'))
            lariat_report("setup", "the program goes to a directory that is not the test's");
        lariat_fixed("there were no other directories", "");
        errno = ENOENT;
        return -1;
    }
    name = whole_name(name, room);
    size_t length = strnlen(name, NAME_ROOM - 2);
    memmove(here, name, length);
    if (length > 0 && here[length - 1] != '/')
        here[length++] = '/';
    here[length] = 0;
    return 0;
}

static struct file *find_file(const char *name)
{
    char room[2 * NAME_ROOM];
    name = whole_name(name, room);
    for (int i = 0; i < MOST_FILES; i++)
        if (files[i].exists && strcmp(files[i].name, name) == 0)
            return &files[i];
    return NULL;
}

/* The same for a program that wants to know. */
static struct file *look_for_file(const char *name)
{
    struct file *file = find_file(name);
    if (file == NULL) {
        lariat_fixed("files that were not declared did not exist", "--sym-file NAME N makes one an input");
        errno = ENOENT;
    }
    return file;
}

static struct file *create_file(const char *name)
{
    char room[2 * NAME_ROOM];
    name = whole_name(name, room);
    if (*name == 0) {
        errno = ENOENT;
        return NULL;
    }
    if (strnlen(name, NAME_ROOM) == NAME_ROOM) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    for (int i = 0; i < MOST_FILES; i++) {
        struct file *file = &files[i];
        if (!file->exists && file->opened == 0) {
            file->exists = 1;
            file->size = 0;
            strcpy(file->name, name);
            return file;
        }
    }
    errno = ENOSPC;
    return NULL;
}

static void set_contents(const char *name, unsigned char *contents, size_t size, size_t capacity)
{
    struct file *file = &standard_input;
    if (name != NULL) {
        file = find_file(name);
        if (file == NULL)
            file = create_file(name);
        if (file == NULL)
            lariat_report("setup", "too many files");
    } else {
        standard_input_is_declared = 1;
    }
    file->contents = contents;
    file->size = size;
    file->capacity = capacity;
}

/* The input of the contents is called "stdin" or "file:NAME", that of the size has "-size" appended. */
static void input_name(char *buffer, const char *name, const char *suffix)
{
    buffer[0] = 0;
    strcat(buffer, name == NULL ? "stdin" : "file:");
    if (name != NULL)
        strncat(buffer, name, NAME_ROOM);
    strcat(buffer, suffix);
}

void lariat_setup_symbolic_file(const char *name, size_t capacity, int exact_size)
{
    char input[NAME_ROOM + 16];
    unsigned char *contents = malloc(capacity > 0 ? capacity : 1);
    size_t size = capacity;
    if (contents == NULL)
        return;
    input_name(input, name, "");
    if (capacity > 0)
        lariat_make_symbolic(contents, capacity, input);
    if (!exact_size) {
        input_name(input, name, "-size");
        lariat_make_symbolic(&size, sizeof size, input);
        lariat_assume(size <= capacity);
    }
    set_contents(name, contents, size, capacity);
}

void lariat_setup_concrete_file(const char *name, const void *contents, size_t size)
{
    unsigned char *copy = malloc(size > 0 ? size : 1);
    if (copy == NULL)
        return;
    LARIAT_INSTRUCTION(memcpy)(copy, contents, size);
    set_contents(name, copy, size, size);
}

static struct description *description_of(int descriptor)
{
    if (descriptor < 0 || descriptor >= MOST_DESCRIPTORS || descriptors[descriptor] == NULL) {
        errno = EBADF;
        return NULL;
    }
    return descriptors[descriptor];
}

static int lowest_descriptor(int from)
{
    for (int i = from; i < MOST_DESCRIPTORS; i++)
        if (descriptors[i] == NULL)
            return i;
    errno = EMFILE;
    return -1;
}

int lariat_open(const char *name, int flags, unsigned mode)
{
    (void)mode;
    int descriptor = lowest_descriptor(0);
    if (descriptor < 0)
        return -1;
    int is_null_device = strcmp(name, "/dev/null") == 0;
    struct file *file = is_null_device ? NULL : find_file(name);
    int is_other = is_null_device || (file == NULL && is_directory(name));
    if (is_other && !is_null_device && ((flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT))) {
        errno = EISDIR;
        return -1;
    }
    if (!is_other) {
        if (file != NULL && (flags & O_CREAT) && (flags & O_EXCL)) {
            errno = EEXIST;
            return -1;
        }
        if (file == NULL && !(flags & O_CREAT)) {
            look_for_file(name);
            return -1;
        }
        if (file == NULL) {
            lariat_fixed("files could be created", "");
            file = create_file(name);
        }
        if (file == NULL)
            return -1;
        if (flags & O_TRUNC)
            file->size = 0;
        file->opened++;
    }
    struct description *description = descriptions;
    while (description->kind != UNUSED)
        description++;
    description->kind = is_null_device ? NULL_DEVICE : is_other ? DIRECTORY : REGULAR;
    description->flags = flags & ~(O_CREAT | O_EXCL | O_NOCTTY | O_TRUNC | O_CLOEXEC);
    description->descriptors = 1;
    description->file = file;
    description->offset = 0;
    descriptors[descriptor] = description;
    closed_by_exec[descriptor] = (flags & O_CLOEXEC) != 0;
    return descriptor;
}

int close(int descriptor)
{
    struct description *description = description_of(descriptor);
    if (description == NULL)
        return -1;
    descriptors[descriptor] = NULL;
    if (--description->descriptors == 0) {
        if (description->kind == REGULAR)
            description->file->opened--;
        description->kind = UNUSED;
    }
    return 0;
}

/* Where the next byte is read or written. Where a number ended is decided only when something behind it is asked for. */
static size_t offset_of(struct description *description)
{
    if (lariat_is_symbolic(description->offset))
        description->offset = lariat_each(description->offset);
    return description->offset;
}

static void note_empty_input(const struct description *description)
{
    if (description->file == &standard_input && !standard_input_is_declared)
        lariat_fixed("standard input was empty", "--sym-stdin N makes it an input");
}

/* The bytes from the offset on, without reading them. */
int lariat_descriptor_window(int descriptor, const char **bytes, size_t *available)
{
    struct description *description = descriptor < 0 || descriptor >= MOST_DESCRIPTORS ? NULL : descriptors[descriptor];
    if (description == NULL || description->kind != REGULAR || (description->flags & O_ACCMODE) == O_WRONLY)
        return 0;
    note_empty_input(description);
    size_t offset = offset_of(description), size = description->file->size;
    *bytes = (const char *)description->file->contents + offset;
    *available = lariat_select(offset < size, size - offset, 0);
    return 1;
}

void lariat_descriptor_skip(int descriptor, size_t count)
{
    descriptors[descriptor]->offset += count;
}

long lariat_read(int descriptor, void *buffer, size_t size)
{
    struct description *description = description_of(descriptor);
    if (description == NULL)
        return -1;
    if ((description->flags & O_ACCMODE) == O_WRONLY) {
        errno = EBADF;
        return -1;
    }
    if (description->kind == DIRECTORY) {
        errno = EISDIR;
        return -1;
    }
    if (description->kind != REGULAR)
        return 0;
    struct file *file = description->file;
    note_empty_input(description);
    if (offset_of(description) >= file->size)
        return 0;
    size_t available = file->size - description->offset;
    if (size > available)
        size = available;
    if (size == 1)
        *(unsigned char *)buffer = file->contents[description->offset];
    else
        LARIAT_INSTRUCTION(memcpy)(buffer, file->contents + description->offset, size);
    description->offset += size;
    return (long)size;
}

/* Makes the file at least `size` bytes long; new bytes are zero. */
static int extend(struct file *file, size_t size)
{
    if (size > file->capacity) {
        size_t capacity = 2 * file->capacity > size ? 2 * file->capacity : size + 64;
        unsigned char *contents = realloc(file->contents, capacity);
        if (contents == NULL) {
            errno = ENOSPC;
            return -1;
        }
        file->contents = contents;
        file->capacity = capacity;
    }
    for (; file->size < size; file->size++)
        file->contents[file->size] = 0;
    return 0;
}

/* How much is written is decided only if somebody will see it. The bytes have to be there in any case. */
static void write_to_device(int device, const void *buffer, size_t size)
{
    const volatile char *bytes = buffer;
    if (!lariat_is_symbolic(size) || lariat_output_is_kept()) {
        lariat_output(device, buffer, size);
    } else if (size > 0) {
        (void)bytes[0];
        (void)bytes[size - 1];
    }
}

long lariat_write(int descriptor, const void *buffer, size_t size)
{
    struct description *description = description_of(descriptor);
    if (description == NULL)
        return -1;
    if ((description->flags & O_ACCMODE) == O_RDONLY) {
        errno = EBADF;
        return -1;
    }
    if (description->kind == OUTPUT_DEVICE)
        write_to_device(description->device, buffer, size);
    if (description->kind != REGULAR)
        return (long)size;
    struct file *file = description->file;
    if (description->flags & O_APPEND)
        description->offset = file->size;
    if (size == 0)
        return 0;
    if (offset_of(description) + size > file->size && extend(file, description->offset + size) != 0)
        return -1;
    LARIAT_INSTRUCTION(memcpy)(file->contents + description->offset, buffer, size);
    description->offset += size;
    return (long)size;
}

int lariat_descriptor_is_device(int descriptor)
{
    return descriptor >= 0 && descriptor < MOST_DESCRIPTORS && descriptors[descriptor] != NULL &&
           descriptors[descriptor]->kind != REGULAR;
}

int64_t lariat_seek(int descriptor, int64_t offset, int whence)
{
    struct description *description = description_of(descriptor);
    if (description == NULL)
        return -1;
    if (description->kind == OUTPUT_DEVICE) {
        errno = ESPIPE;
        return -1;
    }
    if (description->kind == NULL_DEVICE || description->kind == DIRECTORY)
        return 0;
    int64_t start = whence == SEEK_SET ? 0
                    : whence == SEEK_CUR ? (int64_t)offset_of(description)
                                         : (int64_t)description->file->size;
    if (whence < SEEK_SET || whence > SEEK_END || (offset < 0 && offset < -start) ||
        (offset > 0 && offset > INT64_MAX - start)) {
        errno = EINVAL;
        return -1;
    }
    description->offset = (size_t)(start + offset);
    return start + offset;
}

int dup(int descriptor)
{
    struct description *description = description_of(descriptor);
    int copy = description == NULL ? -1 : lowest_descriptor(0);
    if (copy >= 0) {
        descriptors[copy] = description;
        closed_by_exec[copy] = 0;
        description->descriptors++;
    }
    return copy;
}

int dup2(int descriptor, int copy)
{
    struct description *description = description_of(descriptor);
    if (description == NULL)
        return -1;
    if (copy < 0 || copy >= MOST_DESCRIPTORS) {
        errno = EBADF;
        return -1;
    }
    if (copy == descriptor)
        return copy;
    if (descriptors[copy] != NULL)
        close(copy);
    descriptors[copy] = description;
    closed_by_exec[copy] = 0;
    description->descriptors++;
    return copy;
}

int dup3(int descriptor, int copy, int flags)
{
    if (copy == descriptor || (flags & ~O_CLOEXEC) != 0) {
        errno = EINVAL;
        return -1;
    }
    int result = dup2(descriptor, copy);
    if (result >= 0)
        closed_by_exec[result] = (flags & O_CLOEXEC) != 0;
    return result;
}

int unlink(const char *name)
{
    struct file *file = look_for_file(name);
    if (file == NULL)
        return -1;
    file->exists = 0;
    return 0;
}

int remove(const char *name)
{
    return unlink(name);
}

int rename(const char *from, const char *to)
{
    struct file *file = look_for_file(from);
    if (file == NULL)
        return -1;
    char room[2 * NAME_ROOM];
    to = whole_name(to, room);
    if (strnlen(to, NAME_ROOM) == NAME_ROOM) {
        errno = ENAMETOOLONG;
        return -1;
    }
    struct file *replaced = NULL;
    for (int i = 0; i < MOST_FILES; i++)
        if (files[i].exists && strcmp(files[i].name, to) == 0)
            replaced = &files[i];
    if (replaced == file)
        return 0;
    if (replaced != NULL)
        replaced->exists = 0;
    strcpy(file->name, to);
    return 0;
}

int access(const char *name, int mode)
{
    (void)mode;
    if (strcmp(name, "/dev/null") == 0 || is_directory(name))
        return 0;
    return look_for_file(name) != NULL ? 0 : -1;
}

/* Permissions are not modelled, and directories exist without being made. */
int chmod(const char *name, mode_t mode)
{
    (void)mode;
    return access(name, F_OK);
}

int fchmod(int descriptor, mode_t mode)
{
    (void)mode;
    return description_of(descriptor) == NULL ? -1 : 0;
}

mode_t umask(mode_t mask)
{
    static mode_t current = 022;
    mode_t before = current;
    current = mask & 0777;
    return before;
}

static int set_size(struct file *file, int64_t size)
{
    if (size < 0) {
        errno = EINVAL;
        return -1;
    }
    if ((size_t)size > file->size)
        return extend(file, (size_t)size);
    file->size = (size_t)size;
    return 0;
}

int ftruncate(int descriptor, off_t size)
{
    struct description *description = description_of(descriptor);
    if (description == NULL)
        return -1;
    if (description->kind != REGULAR || (description->flags & O_ACCMODE) == O_RDONLY) {
        errno = EINVAL;
        return -1;
    }
    return set_size(description->file, size);
}

int truncate(const char *name, off_t size)
{
    struct file *file = look_for_file(name);
    return file == NULL ? -1 : set_size(file, size);
}

int ftruncate64(int descriptor, off64_t size)
{
    return ftruncate(descriptor, (off_t)size);
}

int truncate64(const char *name, off64_t size)
{
    return truncate(name, (off_t)size);
}

static int command_argument(int command, va_list arguments)
{
    return command == F_SETFL || command == F_SETFD || command == F_DUPFD || command == F_DUPFD_CLOEXEC ? va_arg(arguments, int) : 0;
}

static int descriptor_command(int descriptor, int command, int argument)
{
    struct description *description = description_of(descriptor);
    if (description == NULL)
        return -1;
    int copy;
    switch (command) {
    case F_GETFD:
        return closed_by_exec[descriptor] ? FD_CLOEXEC : 0;
    case F_SETFD:
        closed_by_exec[descriptor] = (argument & FD_CLOEXEC) != 0;
        return 0;
    case F_GETFL:
        if (description->kind == OUTPUT_DEVICE || description->file == &standard_input)
            lariat_fixed("standard streams had the plain flags of files", "");
        /* The kernel opens files for large offsets on its own where that is the only kind. */
        return description->flags | (sizeof(long) == 8 && description->kind == REGULAR ? 0100000 : 0);
    case F_SETFL:
        description->flags = (description->flags & O_ACCMODE) | (argument & ~O_ACCMODE);
        return 0;
    case F_DUPFD: case F_DUPFD_CLOEXEC:
        copy = lowest_descriptor(argument < 0 ? 0 : argument);
        if (copy >= 0) {
            descriptors[copy] = description;
            closed_by_exec[copy] = command == F_DUPFD_CLOEXEC;
            description->descriptors++;
        }
        return copy;
    default:
        errno = EINVAL;
        return -1;
    }
}

int fcntl(int descriptor, int command, ...)
{
    va_list arguments;
    va_start(arguments, command);
    int argument = command_argument(command, arguments);
    va_end(arguments);
    return descriptor_command(descriptor, command, argument);
}

int fcntl64(int descriptor, int command, ...)
{
    va_list arguments;
    va_start(arguments, command);
    int argument = command_argument(command, arguments);
    va_end(arguments);
    return descriptor_command(descriptor, command, argument);
}

/* `struct stat` and `struct stat64` have the same fields in different places. */
#define FILL_STAT(result, is_device, file_size, number)                                                              \
    do {                                                                                                             \
        lariat_fixed("files had one owner, one mode and no times", "");                                              \
        LARIAT_INSTRUCTION(memset)((result), 0, sizeof *(result));                                                   \
        (result)->st_mode = (is_device) ? S_IFCHR | 0620 : S_IFREG | 0644;                                           \
        (result)->st_nlink = 1;                                                                                      \
        (result)->st_ino = (number);                                                                                 \
        (result)->st_size = (file_size);                                                                             \
        (result)->st_blksize = 4096;                                                                                 \
        (result)->st_blocks = ((file_size) + 511) / 512;                                                             \
    } while (0)

#define STAT_FUNCTIONS(type, fstat_name, stat_name, lstat_name, fxstat_name, xstat_name, lxstat_name)                \
    int fstat_name(int descriptor, struct type *result)                                                              \
    {                                                                                                                \
        struct description *description = description_of(descriptor);                                                \
        if (description == NULL)                                                                                     \
            return -1;                                                                                               \
        if (description->kind == REGULAR)                                                                            \
            FILL_STAT(result, 0, (long)description->file->size, 10 + (unsigned long)(description->file - files));    \
        else                                                                                                         \
            FILL_STAT(result, 1, 0, 3);                                                                              \
        if (description->kind == DIRECTORY)                                                                          \
            result->st_mode = S_IFDIR | 0755;                                                                        \
        return 0;                                                                                                    \
    }                                                                                                                \
    int stat_name(const char *restrict name, struct type *restrict result)                                           \
    {                                                                                                                \
        struct file *file = find_file(name);                                                                         \
        if (file == NULL && is_directory(name)) {                                                                    \
            FILL_STAT(result, 0, 4096L, 4);                                                                          \
            result->st_mode = S_IFDIR | 0755;                                                                        \
            return 0;                                                                                                \
        }                                                                                                            \
        file = look_for_file(name);                                                                                  \
        if (file == NULL)                                                                                            \
            return -1;                                                                                               \
        FILL_STAT(result, 0, (long)file->size, 10 + (unsigned long)(file - files));                                  \
        return 0;                                                                                                    \
    }                                                                                                                \
    int lstat_name(const char *restrict name, struct type *restrict result)                                          \
    {                                                                                                                \
        return stat_name(name, result);                                                                              \
    }                                                                                                                \
    int fxstat_name(int version, int descriptor, struct type *result)                                                \
    {                                                                                                                \
        (void)version;                                                                                               \
        return fstat_name(descriptor, result);                                                                       \
    }                                                                                                                \
    int xstat_name(int version, const char *name, struct type *result)                                               \
    {                                                                                                                \
        (void)version;                                                                                               \
        return stat_name(name, result);                                                                              \
    }                                                                                                                \
    int lxstat_name(int version, const char *name, struct type *result)                                              \
    {                                                                                                                \
        (void)version;                                                                                               \
        return stat_name(name, result);                                                                              \
    }

STAT_FUNCTIONS(stat, fstat, stat, lstat, __fxstat, __xstat, __lxstat)
STAT_FUNCTIONS(stat64, fstat64, stat64, lstat64, __fxstat64, __xstat64, __lxstat64)
