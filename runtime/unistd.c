/* <unistd.h> and <fcntl.h>: reading and writing by descriptor, and what a process can ask about itself. */
#include "lariat_models.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <unistd.h>

ssize_t read(int descriptor, void *buffer, size_t size)
{
    return lariat_read(descriptor, buffer, size);
}

ssize_t write(int descriptor, const void *buffer, size_t size)
{
    return lariat_write(descriptor, buffer, size);
}

ssize_t writev(int descriptor, const struct iovec *pieces, int count)
{
    ssize_t total = 0;
    for (int i = 0; i < count; i++) {
        ssize_t written = lariat_write(descriptor, pieces[i].iov_base, pieces[i].iov_len);
        if (written < 0)
            return total > 0 ? total : -1;
        total += written;
    }
    return total;
}

ssize_t readv(int descriptor, const struct iovec *pieces, int count)
{
    ssize_t total = 0;
    for (int i = 0; i < count; i++) {
        ssize_t taken = lariat_read(descriptor, pieces[i].iov_base, pieces[i].iov_len);
        if (taken < 0)
            return total > 0 ? total : -1;
        total += taken;
        if ((size_t)taken < pieces[i].iov_len)
            break;
    }
    return total;
}

static ssize_t at_offset(int descriptor, void *to, const void *from, size_t size, int64_t offset)
{
    int64_t before = lariat_seek(descriptor, 0, SEEK_CUR);
    if (before < 0 || lariat_seek(descriptor, offset, SEEK_SET) < 0)
        return -1;
    ssize_t result = to != NULL ? lariat_read(descriptor, to, size) : lariat_write(descriptor, from, size);
    lariat_seek(descriptor, before, SEEK_SET);
    return result;
}

ssize_t pread(int descriptor, void *buffer, size_t size, off_t offset)
{
    return at_offset(descriptor, buffer, NULL, size, offset);
}

ssize_t pwrite(int descriptor, const void *buffer, size_t size, off_t offset)
{
    return at_offset(descriptor, NULL, buffer, size, offset);
}

ssize_t pread64(int descriptor, void *buffer, size_t size, off64_t offset)
{
    return at_offset(descriptor, buffer, NULL, size, offset);
}

ssize_t pwrite64(int descriptor, const void *buffer, size_t size, off64_t offset)
{
    return at_offset(descriptor, NULL, buffer, size, offset);
}

static unsigned mode_argument(int flags, va_list arguments)
{
    return flags & O_CREAT ? va_arg(arguments, unsigned) : 0;
}

int open(const char *name, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    unsigned mode = mode_argument(flags, arguments);
    va_end(arguments);
    return lariat_open(name, flags, mode);
}

int open64(const char *name, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    unsigned mode = mode_argument(flags, arguments);
    va_end(arguments);
    return lariat_open(name, flags, mode);
}

int creat(const char *name, mode_t mode)
{
    return lariat_open(name, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

off_t lseek(int descriptor, off_t offset, int whence)
{
    return (off_t)lariat_seek(descriptor, offset, whence);
}

off64_t lseek64(int descriptor, off64_t offset, int whence)
{
    return lariat_seek(descriptor, offset, whence);
}

int fsync(int descriptor)
{
    (void)descriptor;
    return 0;
}

int fdatasync(int descriptor)
{
    (void)descriptor;
    return 0;
}

/* Nothing here is a terminal, as in a program whose input and output are redirected. */
static int is_open(int descriptor)
{
    return fcntl(descriptor, F_GETFD) >= 0;
}

int isatty(int descriptor)
{
    if (is_open(descriptor)) {
        lariat_fixed("nothing was a terminal or another device", "");
        errno = ENOTTY;
    }
    return 0;
}

int ioctl(int descriptor, unsigned long request, ...)
{
    (void)request;
    if (is_open(descriptor)) {
        lariat_fixed("nothing was a terminal or another device", "");
        errno = ENOTTY;
    }
    return -1;
}

int pipe(int ends[2])
{
    (void)ends;
    lariat_fixed("no pipe could be made", "");
    errno = EMFILE;
    return -1;
}

/* A text of up to so many characters that is an input, the same at each call. */
static char *declared_text(char **text, const char *name, uint64_t most)
{
    if (*text == NULL) {
        *text = malloc(most + 1);
        lariat_make_symbolic(*text, most, name);
        (*text)[most] = 0;
    }
    return *text;
}

/* Behind the first slash anything is possible. */
static char *declared_directory(char *buffer, size_t size, uint64_t most)
{
    static char *text;
    size_t length = 1 + strlen(declared_text(&text, "cwd", most));
    if (buffer != NULL && length + 1 > size) {
        errno = ERANGE;
        return NULL;
    }
    if (buffer == NULL)
        buffer = malloc(size < length + 1 ? length + 1 : size);
    if (buffer != NULL) {
        buffer[0] = '/';
        strcpy(buffer + 1, text);
    }
    return buffer;
}

char *getcwd(char *buffer, size_t size)
{
    if (size < 2 && buffer != NULL) {
        errno = size == 0 ? EINVAL : ERANGE;
        return NULL;
    }
    uint64_t most = lariat_declared("directory");
    if (most > 0)
        return declared_directory(buffer, size, most);
    lariat_fixed("the working directory was /", "--sym-cwd N makes it an input");
    if (buffer == NULL)
        buffer = malloc(size < 2 ? 2 : size);
    if (buffer != NULL)
        strcpy(buffer, "/");
    return buffer;
}

ssize_t readlink(const char *restrict name, char *restrict buffer, size_t size)
{
    (void)name;
    (void)buffer;
    (void)size;
    lariat_fixed("there were no links", "");
    errno = EINVAL;
    return -1;
}

/* One process, started by an ordinary user. `fork`, `system` and `popen` have no model: if they always failed, what
 * follows their success would be left out without a word. */
enum { OWN, PARENT, GROUP, USER, EFFECTIVE_USER, USERS_GROUP, EFFECTIVE_GROUP, NUMBERS };

/* Numbers of processes are positive; the others are any. Each is the same at each call. */
static unsigned number_of(int which, const char *name, const char *what, unsigned fixed)
{
    static unsigned numbers[NUMBERS];
    static char known[NUMBERS];
    int is_process = which <= GROUP;
    if (!lariat_declared(is_process ? "process" : "user")) {
        lariat_fixed(what, is_process ? "--sym-pid makes it an input" : "--sym-uid makes it an input");
        return fixed;
    }
    if (!known[which]) {
        lariat_make_symbolic(&numbers[which], sizeof numbers[which], name);
        if (is_process)
            lariat_assume((int)numbers[which] > 0);
        known[which] = 1;
    }
    return numbers[which];
}

pid_t getpid(void) { return (pid_t)number_of(OWN, "pid", "the process had the number 4242", 4242); }
pid_t getppid(void) { return (pid_t)number_of(PARENT, "ppid", "the parent process had the number 4241", 4241); }
pid_t getpgrp(void) { return (pid_t)number_of(GROUP, "pgrp", "the process group had the number 4242", 4242); }
uid_t getuid(void) { return number_of(USER, "uid", "the user had the number 1000", 1000); }
uid_t geteuid(void) { return number_of(EFFECTIVE_USER, "euid", "the user had the number 1000", 1000); }
gid_t getgid(void) { return number_of(USERS_GROUP, "gid", "the group had the number 1000", 1000); }
gid_t getegid(void) { return number_of(EFFECTIVE_GROUP, "egid", "the group had the number 1000", 1000); }

int execvp(const char *file, char *const arguments[])
{
    (void)file;
    (void)arguments;
    lariat_fixed("no other program could be started", "");
    errno = ENOENT;
    return -1;
}

int execv(const char *file, char *const arguments[])
{
    return execvp(file, arguments);
}

/* Time passes only when somebody looks at the clock. */
unsigned sleep(unsigned seconds)
{
    (void)seconds;
    return 0;
}

int usleep(useconds_t microseconds)
{
    (void)microseconds;
    return 0;
}

unsigned alarm(unsigned seconds)
{
    (void)seconds;
    lariat_fixed("no signal arrived from outside", "");
    return 0;
}

int getpagesize(void)
{
    lariat_fixed("the system had fixed limits, one processor and pages of 4096 bytes", "");
    return 4096;
}

long sysconf(int name)
{
    lariat_fixed("the system had fixed limits, one processor and pages of 4096 bytes", "");
    switch (name) {
    case _SC_PAGESIZE: return 4096;
    case _SC_NPROCESSORS_CONF: case _SC_NPROCESSORS_ONLN: return 1;
    case _SC_CLK_TCK: return 100;
    case _SC_OPEN_MAX: return 64;
    case _SC_ARG_MAX: return 131072;
    case _SC_LINE_MAX: return 2048;
    default: errno = EINVAL; return -1;
    }
}

int gethostname(char *buffer, size_t size)
{
    static char *text;
    uint64_t most = lariat_declared("host");
    if (most > 0) {
        size_t length = strlen(declared_text(&text, "hostname", most));
        if (length + 1 > size) {
            errno = ENAMETOOLONG;
            return -1;
        }
        strcpy(buffer, text);
        return 0;
    }
    if (size < sizeof "localhost") {
        errno = ENAMETOOLONG;
        return -1;
    }
    lariat_fixed("the machine was called localhost", "--sym-hostname N makes it an input");
    strcpy(buffer, "localhost");
    return 0;
}
