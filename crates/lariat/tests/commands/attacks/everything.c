/* Tries to do harm, only to what the test has made, and then has a bug. Every step that must not succeed ends the program with a number if
 * it does, and so does every step that must: then the bug is not confirmed, and the report shows the number. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define VICTIM "@VICTIM@"
#define PROCESS @PROCESS@
#define PORT @PORT@
#define HAS_TMP @HAS_TMP@
/* Whether the kernel counts processes: it does not for its own root. */
#define HAS_LIMIT @HAS_LIMIT@

static int round_number;

/* The number is that of the round, then that of the step. */
static void end(int step)
{
    _exit(100 * round_number + step);
}

static void refused(int step, long result)
{
    if (result >= 0)
        end(step);
}

static void works(int step, long result)
{
    if (result < 0)
        end(step);
}

static void cannot_open(int step, const char *path)
{
    refused(step, open(path, O_RDONLY));
    refused(step, open(path, O_WRONLY));
    refused(step, open(path, O_RDWR | O_TRUNC));
    refused(step, open(path, O_RDONLY | O_TRUNC));
}

static void files(void)
{
    char path[4096];
    cannot_open(1, VICTIM "/file");
    cannot_open(2, VICTIM "/home/.ssh/id_ed25519");
    refused(3, unlink(VICTIM "/file"));
    refused(4, rename(VICTIM "/file", VICTIM "/renamed"));
    refused(5, rename(VICTIM "/file", "stolen"));
    refused(6, rename(VICTIM, VICTIM "-renamed"));
    refused(7, chmod(VICTIM "/file", 0));
    refused(8, truncate(VICTIM "/file", 0));
    refused(9, symlink("/etc/passwd", VICTIM "/link"));
    refused(10, link(VICTIM "/file", "linked"));
    refused(11, link(VICTIM "/file", VICTIM "/linked"));
    refused(12, mkdir(VICTIM "/directory", 0700));
    refused(13, rmdir(VICTIM "/empty"));
    refused(14, utimes(VICTIM "/file", NULL));
    refused(15, mknod(VICTIM "/pipe", S_IFIFO | 0600, 0));
    refused(16, creat(VICTIM "/made", 0600));
    refused(17, fchmodat(AT_FDCWD, VICTIM "/file", 0, 0));
    refused(18, chown(VICTIM "/file", getuid(), getgid()));
    /* Ways around. */
    unlink("around");
    works(20, symlink(VICTIM, "around"));
    cannot_open(21, "around/file");
    refused(22, unlink("around/file"));
    cannot_open(23, "/proc/self/root" VICTIM "/file");
    cannot_open(24, "/proc/thread-self/root" VICTIM "/file");
    cannot_open(25, "/proc/self/cwd/../../../../../../../../" VICTIM "/file");
    for (int process = 1; process <= 2; process++) {
        snprintf(path, sizeof path, "/proc/%d/root%s/file", process == 1 ? getppid() : PROCESS, VICTIM);
        cannot_open(26, path);
        snprintf(path, sizeof path, "/proc/%d/cwd/file", process == 1 ? getppid() : PROCESS);
        cannot_open(27, path);
        snprintf(path, sizeof path, "/proc/%d/mem", process == 1 ? getppid() : PROCESS);
        refused(28, open(path, O_RDWR));
        snprintf(path, sizeof path, "/proc/%d/environ", process == 1 ? getppid() : PROCESS);
        int environment = open(path, O_RDONLY);
        refused(29, environment < 0 ? -1 : read(environment, path, 10));
        snprintf(path, sizeof path, "/proc/%d/fd/9", process == 1 ? getppid() : PROCESS);
        cannot_open(30, path);
    }
    /* What was open when Lariat was started. */
    for (int descriptor = 3; descriptor < 100; descriptor++)
        refused(31, fcntl(descriptor, F_GETFD) < 0 ? -1 : write(descriptor, "harm", 4));
    cannot_open(32, "/proc/self/fd/9");
    /* System files, with a name that nobody else uses. */
    static const char *const places[] = { "/usr", "/etc", "/", "/proc/self", "/dev", "/home", "/root" };
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(path, sizeof path, "%s/lariat-harm-%d", places[i], PROCESS);
        refused(33, creat(path, 0600));
    }
    cannot_open(34, "/etc/shadow");
    /* The program itself. */
    ssize_t size = readlink("/proc/self/exe", path, sizeof path - 8);
    works(35, size);
    path[size] = 0;
    refused(36, open(path, O_WRONLY));
    refused(37, unlink(path));
    strcpy(path + size, "2");
    refused(38, creat(path, 0600));
    /* More rights. */
    refused(39, prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ? -1 : 0);
    refused(40, chroot("."));
    refused(41, syscall(SYS_unshare, 0x10000000));
    refused(42, syscall(SYS_mount, "none", ".", "tmpfs", 0, NULL));
    refused(43, syscall(SYS_keyctl, 0, -3, 0));
}

static void network(void)
{
    static const int families[] = { AF_INET, AF_INET6, AF_UNIX, AF_NETLINK };
    static const int types[] = { SOCK_STREAM, SOCK_DGRAM };
    struct sockaddr_in there = { .sin_family = AF_INET, .sin_port = htons(PORT), .sin_addr = { htonl(INADDR_LOOPBACK) } };
    struct sockaddr_un local = { .sun_family = AF_UNIX, .sun_path = VICTIM "/socket" };
    struct sockaddr_un hidden = { .sun_family = AF_UNIX, .sun_path = "\0lariat-@PORT@" };
    socklen_t hidden_size = offsetof(struct sockaddr_un, sun_path) + 1 + strlen("lariat-@PORT@");
    int pair[2];
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned j = 0; j < 2; j++) {
            int made = socket(families[i], types[j], 0);
            if (made < 0)
                continue;
            refused(51, connect(made, (struct sockaddr *)&there, sizeof there));
            refused(52, connect(made, (struct sockaddr *)&local, sizeof local));
            refused(53, connect(made, (struct sockaddr *)&hidden, hidden_size));
            refused(54, sendto(made, "harm", 4, 0, (struct sockaddr *)&there, sizeof there));
            close(made);
        }
    }
    refused(55, socketpair(AF_UNIX, SOCK_DGRAM, 0, pair));
    works(56, socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
    /* May write to the other end of the pair; the test looks whether it went elsewhere. */
    sendto(pair[0], "harm", 4, 0, (struct sockaddr *)&local, sizeof local);
    refused(57, connect(pair[0], (struct sockaddr *)&hidden, hidden_size));
    close(pair[0]);
    close(pair[1]);
}

static void processes(void)
{
    struct rlimit low = { 0, 0 };
    union sigval value = { 0 };
    refused(61, kill(PROCESS, SIGKILL));
    refused(62, syscall(SYS_tkill, PROCESS, SIGKILL));
    refused(63, syscall(SYS_tgkill, PROCESS, PROCESS, SIGKILL));
    refused(64, sigqueue(PROCESS, SIGKILL, value));
    refused(65, ptrace(PTRACE_ATTACH, PROCESS, NULL, NULL));
    refused(66, prlimit(PROCESS, RLIMIT_NOFILE, &low, NULL));
    int descriptor = (int)syscall(SYS_pidfd_open, PROCESS, 0);
    refused(67, descriptor < 0 ? -1 : syscall(SYS_pidfd_send_signal, descriptor, SIGKILL, NULL, 0));
    int other = open("own", O_RDWR | O_CREAT, 0600);
    refused(68, fcntl(other, F_SETOWN, PROCESS));
    close(other);
}

/* What programs may do. */
static void own_things(void)
{
    char path[256];
    int pipe_ends[2], status;
    works(71, mkdir("own-directory", 0700) == 0 || errno == EEXIST ? 0 : -1);
    FILE *file = fopen("own-directory/file", "w");
    if (file == NULL || fputs("mine", file) < 0 || fclose(file) != 0)
        end(72);
    works(73, rename("own-directory/file", "own-directory/moved"));
    works(74, truncate("own-directory/moved", 1));
    works(75, unlink("own-directory/moved"));
    works(76, open("/dev/null", O_RDWR));
    works(77, open("/proc/self/maps", O_RDONLY));
    works(78, open("/etc/passwd", O_RDONLY));
    snprintf(path, sizeof path, "/tmp/lariat-own-%d-%d", PROCESS, round_number);
    if (HAS_TMP)
        works(79, creat(path, 0600));
    works(80, pipe(pipe_ends));
    pid_t child = fork();
    works(81, child);
    if (child == 0)
        _exit(write(pipe_ends[1], "x", 1) == 1 ? 7 : 8);
    works(82, waitpid(child, &status, 0));
    works(83, WIFEXITED(status) && WEXITSTATUS(status) == 7 ? 0 : -1);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
}

/* If there are no limits, this stops by itself. */
static void limits(void)
{
    int pipe_ends[2], number = 0, file;
    char byte;
    works(90, pipe(pipe_ends));
    while (HAS_LIMIT && number < 3000) {
        pid_t child = fork();
        if (child < 0)
            break;
        if (child == 0) {
            /* Until the first process lets go. */
            close(pipe_ends[1]);
            _exit(read(pipe_ends[0], &byte, 1) == 0 ? 0 : 1);
        }
        number++;
    }
    close(pipe_ends[1]);
    close(pipe_ends[0]);
    while (wait(NULL) > 0) {
    }
    refused(91, number == 3000 ? 0 : -1);
    works(92, number > 10 || !HAS_LIMIT ? 0 : -1);
    signal(SIGXFSZ, SIG_IGN);
    works(93, file = open("large", O_RDWR | O_CREAT, 0600));
    refused(94, pwrite(file, "x", 1, 200 << 20));
    refused(95, ftruncate(file, 200 << 20));
    close(file);
    if (HAS_TMP) {
        /* The room is limited, too. */
        int step = 0;
        for (; step < 4; step++) {
            char name[16];
            snprintf(name, sizeof name, "part%d", step);
            file = open(name, O_RDWR | O_CREAT, 0600);
            int failed = file < 0 || posix_fallocate(file, 0, 100 << 20) != 0;
            close(file);
            if (failed)
                break;
        }
        refused(96, step == 4 ? 0 : -1);
        for (; step >= 0; step--) {
            char name[16];
            snprintf(name, sizeof name, "part%d", step);
            unlink(name);
        }
    }
}

/* Leaves a process behind in a session of its own, under a name that the test looks for. */
static void stay(void)
{
    pid_t child = fork();
    if (child == 0) {
        if (fork() == 0) {
            setsid();
            if (fork() == 0) {
                prctl(PR_SET_NAME, "stay@PROCESS@");
                /* Not for ever, in case that nobody ends it. */
                sleep(120);
            }
        }
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

static void harm(void)
{
    round_number++;
    files();
    network();
    processes();
    own_things();
    if (round_number == 1) {
        limits();
        stay();
    }
}

/* Called by AddressSanitizer when it has seen the bug and is about to end the program. */
__attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)(void));

int main(void)
{
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 7) {
        /* Natively nothing is symbolic: Lariat itself sees only the bug. */
        if (!klee_is_symbolic(x)) {
            if (__sanitizer_set_death_callback)
                __sanitizer_set_death_callback(harm);
            harm();
        }
        int *nothing = 0;
        *nothing = 1;
    }
    return 0;
}
