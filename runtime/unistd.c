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

char *getcwd(char *buffer, size_t size)
{
    if (size < 2 && buffer != NULL) {
        errno = size == 0 ? EINVAL : ERANGE;
        return NULL;
    }
    lariat_fixed("the working directory was /", "");
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
static unsigned fixed_number(const char *what, unsigned number)
{
    lariat_fixed(what, "");
    return number;
}

pid_t getpid(void) { return (pid_t)fixed_number("the process had the number 4242", 4242); }
pid_t getppid(void) { return (pid_t)fixed_number("the parent process had the number 4241", 4241); }
pid_t getpgrp(void) { return (pid_t)fixed_number("the process group had the number 4242", 4242); }
uid_t getuid(void) { return fixed_number("the user had the number 1000", 1000); }
uid_t geteuid(void) { return fixed_number("the user had the number 1000", 1000); }
gid_t getgid(void) { return fixed_number("the group had the number 1000", 1000); }
gid_t getegid(void) { return fixed_number("the group had the number 1000", 1000); }

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
    if (size < sizeof "localhost") {
        errno = ENAMETOOLONG;
        return -1;
    }
    lariat_fixed("the machine was called localhost", "");
    strcpy(buffer, "localhost");
    return 0;
}
