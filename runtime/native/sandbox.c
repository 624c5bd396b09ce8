/* Starts a program under test in a sandbox, waits for it, and ends everything that it has started.
 *
 * It decides nothing: the module `replay/sandbox` of the crate `lariat-output` says what the program may see and do, and this
 * does it, step by step, in a process with one thread. (Lariat has many, and after a fork such a process may not even allocate.)
 * A step that fails ends the run before the program is started. Words on the command line, each with a value:
 *
 *   kind K         user-namespaces, namespaces (without one for users, which needs root), landlock, or none
 *   user N         become this user and group, with no others
 *   filter FILE    a system call filter: instructions as the kernel reads them. A comparison with OWN_PROCESS compares with the
 *                  program's own process
 *   cpu N, processes N, file-size N     limits; seconds, a number, bytes
 *   work DIR       the working directory
 *   With namespaces, the file system that the program sees, in this order, below the directory of the first:
 *   root DIR       an empty directory, where it is put together
 *   owner N        whom new directories belong to
 *   size N         bytes that may be written to each new directory
 *   link PATH      a symbolic link like the one that is there
 *   read PATH      what is there, to be read only
 *   device PATH    a device that is there
 *   write PATH     a file that is there, to be written
 *   new DIR        an empty directory that can be written
 *   stands PATH    a symbolic link to /tmp, in a directory of the root
 *   alias PATH     a symbolic link with the name of a stream, to /proc/self/fd
 *   --             the program and its arguments
 *
 * Standard input is a Landlock ruleset, if that is the kind. Standard output gets one line: `exit N`, `signal N` or `failed WHY`.
 * Standard error goes to the program. SIGTERM ends the run.
 *
 * `sandbox landlock-version` prints which version of Landlock the kernel has, 0 for none. `sandbox nothing` does nothing. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Not in the headers of older systems. */
enum { NR_MOUNT_SETATTR = 442, NR_CLOSE_RANGE = 436, NR_LANDLOCK_CREATE = 444, NR_LANDLOCK_RESTRICT = 446 };
enum { READ_ONLY = 1, NO_SET_ID = 2, NO_DEVICES = 4, NO_PROGRAMS = 8 };
struct attributes { uint64_t set, clear, propagation, user_namespace; };

/* Greater than the number of any process. */
#define OWN_PROCESS 0x7fffffffu

enum kind { NONE, LANDLOCK, NAMESPACES, USER_NAMESPACES };

static enum kind kind;
static unsigned user, owner;
static int changes_user;
static const char *filter, *work, *root;
static rlim_t cpu_seconds = RLIM_INFINITY, processes = RLIM_INFINITY, file_size = RLIM_INFINITY;
static unsigned long long new_size = 1 << 20;

/* Where the line goes. */
static int answer = STDOUT_FILENO;

__attribute__((noreturn)) static void fail(const char *what, const char *which)
{
    dprintf(answer, "failed %s%s%s: %s\n", what, *which ? " " : "", which, strerror(errno));
    _exit(125);
}

static void need(int is_done, const char *what, const char *which)
{
    if (!is_done)
        fail(what, which);
}

static unsigned long long number(const char *text)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (errno != 0 || *text == 0 || *end != 0) {
        errno = EINVAL;
        fail("number", text);
    }
    return value;
}

/* ---- The file system with namespaces. */

/* A path below the new root. */
static const char *below(const char *path)
{
    static char whole[2 * PATH_MAX];
    errno = ENAMETOOLONG;
    need(*path == '/' && snprintf(whole, sizeof whole, "%s%s", root, path) < (int)sizeof whole, "path", path);
    return whole;
}

/* Makes all directories above a path below the new root, and the last one, too, if wanted. */
static void make_directories(const char *path, int last)
{
    char whole[2 * PATH_MAX];
    strcpy(whole, below(path));
    for (char *slash = strchr(whole + strlen(root) + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        need(mkdir(whole, 0755) == 0 || errno == EEXIST, "directory", whole);
        *slash = '/';
    }
    if (last)
        need(mkdir(whole, 0755) == 0 || errno == EEXIST, "directory", whole);
}

static void set_attributes(const char *path, uint64_t set, int deep)
{
    struct attributes attributes = { set, 0, 0, 0 };
    int flags = deep ? 0x8000 /* AT_RECURSIVE */ : 0;
    need(syscall(NR_MOUNT_SETATTR, AT_FDCWD, path, flags, &attributes, sizeof attributes) == 0, "protection of", path);
}

/* What is there appears at the same path below the new root. */
static void bind(const char *path, uint64_t attributes)
{
    struct stat status;
    need(stat(path, &status) == 0, "place", path);
    make_directories(path, S_ISDIR(status.st_mode));
    if (!S_ISDIR(status.st_mode)) {
        int made = open(below(path), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        need(made >= 0, "place for", path);
        close(made);
    }
    need(mount(path, below(path), NULL, MS_BIND | MS_REC, NULL) == 0, "mount of", path);
    set_attributes(below(path), attributes, 1);
}

static void link_like(const char *path)
{
    char target[PATH_MAX];
    ssize_t size = readlink(path, target, sizeof target - 1);
    need(size >= 0, "link", path);
    target[size] = 0;
    make_directories(path, 0);
    need(symlink(target, below(path)) == 0, "link", path);
}

/* In memory, so that there is a limit on what can be written. */
static void new_directory(const char *path, const char *mode)
{
    char options[256];
    make_directories(path, 1);
    snprintf(options, sizeof options, "size=%llu,nr_inodes=16384,mode=%s,uid=%u,gid=%u", new_size, mode, owner, owner);
    need(mount("tmpfs", below(path), "tmpfs", MS_NOSUID | MS_NODEV, options) == 0, "new directory", path);
}

static void begin_root(const char *directory)
{
    root = directory;
    need(mount("tmpfs", root, "tmpfs", MS_NOSUID | MS_NODEV, "size=1m,nr_inodes=4096,mode=755") == 0, "root", root);
}

static void enter_root(void)
{
    make_directories("/proc", 1);
    need(mount("proc", below("/proc"), "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY, NULL) == 0, "mount of", "/proc");
    set_attributes(root, READ_ONLY, 0);
    need(chdir(root) == 0 && syscall(SYS_pivot_root, ".", ".") == 0, "change of the root to", root);
    need(umount2(".", MNT_DETACH) == 0 && chdir("/") == 0, "removal of the old root", "");
}

static void write_file(const char *path, const char *text)
{
    int descriptor = open(path, O_WRONLY | O_CLOEXEC);
    need(descriptor >= 0 && write(descriptor, text, strlen(text)) == (ssize_t)strlen(text), "setting", path);
    close(descriptor);
}

static void leave_namespaces(void)
{
    int flags = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
    char map[64];
    uid_t own = geteuid();
    gid_t group = getegid();
    need(unshare(kind == USER_NAMESPACES ? flags | CLONE_NEWUSER : flags) == 0, "namespaces", "");
    if (kind == USER_NAMESPACES) {
        write_file("/proc/self/setgroups", "deny");
        snprintf(map, sizeof map, "%u %u 1", own, own);
        write_file("/proc/self/uid_map", map);
        snprintf(map, sizeof map, "%u %u 1", group, group);
        write_file("/proc/self/gid_map", map);
    }
    /* Nothing that is mounted from here on is seen by others. */
    need(mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0, "private mounts", "");
}

/* ---- Becoming the program. */

/* A limit that is lower already stays. */
static void limit(int which, rlim_t most)
{
    struct rlimit now;
    if (most == RLIM_INFINITY || getrlimit(which, &now) != 0)
        return;
    if (now.rlim_max > most)
        now.rlim_max = most;
    if (now.rlim_cur > now.rlim_max)
        now.rlim_cur = now.rlim_max;
    need(setrlimit(which, &now) == 0, "limit", "");
}

static void give_up_capabilities(void)
{
    struct __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
    struct __user_cap_data_struct none[2];
    memset(none, 0, sizeof none);
    need(syscall(SYS_capset, &header, none) == 0, "giving up capabilities", "");
}

static struct sock_fprog read_filter(void)
{
    static struct sock_filter instructions[4096];
    int descriptor = open(filter, O_RDONLY | O_CLOEXEC);
    ssize_t size = descriptor < 0 ? -1 : read(descriptor, instructions, sizeof instructions);
    need(size > 0 && size % (ssize_t)sizeof *instructions == 0, "system call filter", filter);
    close(descriptor);
    return (struct sock_fprog){ (unsigned short)((size_t)size / sizeof *instructions), instructions };
}

static void apply_filter(struct sock_fprog *program)
{
    for (unsigned i = 0; i < program->len; i++)
        if (BPF_CLASS(program->filter[i].code) == BPF_JMP && program->filter[i].k == OWN_PROCESS)
            program->filter[i].k = (unsigned)getpid();
    need(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, program) == 0, "system call filter", "");
}

__attribute__((noreturn)) static void become(char **words, struct sock_fprog *program)
{
    sigset_t none;
    sigemptyset(&none);
    need(setsid() >= 0, "session", "");
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_STACK, 8 << 20);
    limit(RLIMIT_CPU, cpu_seconds);
    limit(RLIMIT_FSIZE, file_size);
    limit(RLIMIT_NPROC, processes);
    if (changes_user)
        need(setgroups(0, NULL) == 0 && setresgid(user, user, user) == 0 && setresuid(user, user, user) == 0, "change of the user", "");
    if (kind != NONE) {
        give_up_capabilities();
        need(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0, "no new privileges", "");
    }
    if (kind == NONE || kind == LANDLOCK)
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (kind == LANDLOCK)
        need(syscall(NR_LANDLOCK_RESTRICT, STDIN_FILENO, 0) == 0, "Landlock", "");
    need(chdir(work) == 0, "working directory", work);
    int nothing = open("/dev/null", O_RDWR);
    need(nothing >= 0 && dup2(nothing, STDIN_FILENO) == STDIN_FILENO && dup2(nothing, STDOUT_FILENO) == STDOUT_FILENO, "streams", "");
    /* The program gets its three streams, and nothing else that was open. */
    if (answer != 3)
        need(dup3(answer, 3, O_CLOEXEC) == 3, "streams", "");
    answer = 3;
    need(syscall(NR_CLOSE_RANGE, 4u, ~0u, 0) == 0, "open files", "");
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (filter != NULL)
        apply_filter(program);
    for (int attempt = 0;; attempt++) {
        execv(words[0], words);
        /* Another thread of Lariat has started something while this file was written; that is over soon. */
        if (errno != ETXTBSY || attempt == 1000)
            fail("start of", words[0]);
        usleep(1000);
    }
}

/* ---- Waiting, and ending what is left. */

static void tell(int status)
{
    if (WIFEXITED(status))
        dprintf(answer, "exit %d\n", WEXITSTATUS(status));
    else
        dprintf(answer, "signal %d\n", WTERMSIG(status));
}

/* The first process of the new namespace. When it ends, the kernel ends all others there. */
__attribute__((noreturn)) static void be_first(pid_t program)
{
    int status;
    for (;;) {
        pid_t ended = wait(&status);
        if (ended == program) {
            tell(status);
            _exit(0);
        }
        if (ended < 0 && errno != EINTR)
            _exit(125);
    }
}

/* All processes below this one, at some moment. */
static size_t find_below(pid_t *found, size_t most)
{
    size_t count = 0;
    found[count++] = getpid();
    for (size_t at = 0; at < count; at++) {
        char path[64];
        snprintf(path, sizeof path, "/proc/%d/task", (int)found[at]);
        DIR *threads = opendir(path);
        for (struct dirent *thread; threads != NULL && (thread = readdir(threads)) != NULL;) {
            int child;
            char list[128];
            snprintf(list, sizeof list, "%.40s/%.40s/children", path, thread->d_name);
            FILE *children = *thread->d_name == '.' ? NULL : fopen(list, "re");
            while (children != NULL && count < most && fscanf(children, "%d", &child) == 1)
                found[count++] = child;
            if (children != NULL)
                fclose(children);
        }
        if (threads != NULL)
            closedir(threads);
    }
    return count;
}

/* Ends all processes below this one. Orphans come to this process. Ending one by one is a race that a program can win which forks all the time: each end makes
 * room for another one. So they are stopped first: those that are stopped do not fork, and count for the limit. */
static void end_below(void)
{
    static pid_t found[1 << 16];
    size_t count = 0, before;
    int attempt = 0;
    do {
        before = count;
        count = find_below(found, sizeof found / sizeof *found);
        for (size_t i = 1; i < count; i++)
            kill(found[i], SIGSTOP);
    } while (count != before && ++attempt < 1000);
    for (size_t i = 1; i < count; i++)
        kill(found[i], SIGKILL);
}

/* Children that are left, also those that were handed to this process because theirs ended. */
static void end_children(void)
{
    if (changes_user) {
        /* Nobody else is this user, so this ends its processes, all at once. */
        pid_t killer = fork();
        if (killer == 0) {
            if (setresuid(user, user, user) == 0 && geteuid() == user && user != 0)
                kill(-1, SIGKILL);
            _exit(0);
        }
        if (killer > 0)
            waitpid(killer, NULL, 0);
    }
    for (;;) {
        end_below();
        while (waitpid(-1, NULL, WNOHANG) > 0) {
        }
        if (waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD)
            return;
        usleep(1000);
    }
}

/* Waits for a child, or for SIGTERM. */
static void supervise(pid_t child)
{
    sigset_t signals;
    int status;
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGTERM);
    for (;;) {
        int signal = sigwaitinfo(&signals, NULL);
        if (signal == SIGTERM)
            break;
        pid_t ended;
        while ((ended = waitpid(-1, &status, WNOHANG)) > 0) {
            if (ended != child)
                continue;
            if (kind == NONE || kind == LANDLOCK) {
                end_children();
                tell(status);
            }
            _exit(0);
        }
    }
    kill(child, SIGKILL);
    if (kind == NONE || kind == LANDLOCK)
        end_children();
    else
        waitpid(child, NULL, 0);
}

static void read_kind(const char *name)
{
    static const char *const names[] = { "none", "landlock", "namespaces", "user-namespaces" };
    for (int i = 0; i < 4; i++) {
        if (strcmp(names[i], name) == 0) {
            kind = (enum kind)i;
            return;
        }
    }
    errno = EINVAL;
    fail("kind", name);
}

static void take(const char *word, const char *value, int is_inside)
{
    if (strcmp(word, "kind") == 0)
        read_kind(value);
    else if (strcmp(word, "user") == 0)
        user = (unsigned)number(value), changes_user = 1;
    else if (strcmp(word, "owner") == 0)
        owner = (unsigned)number(value);
    else if (strcmp(word, "filter") == 0)
        filter = value;
    else if (strcmp(word, "cpu") == 0)
        cpu_seconds = number(value);
    else if (strcmp(word, "processes") == 0)
        processes = number(value);
    else if (strcmp(word, "file-size") == 0)
        file_size = number(value);
    else if (strcmp(word, "size") == 0)
        new_size = number(value);
    else if (strcmp(word, "work") == 0) {
        work = value;
        if (is_inside)
            new_directory(value, "0700");
    } else if (!is_inside)
        return;
    else if (strcmp(word, "root") == 0)
        begin_root(value);
    else if (strcmp(word, "link") == 0)
        link_like(value);
    else if (strcmp(word, "read") == 0)
        bind(value, READ_ONLY | NO_SET_ID | NO_DEVICES);
    else if (strcmp(word, "device") == 0)
        bind(value, NO_SET_ID | NO_PROGRAMS);
    else if (strcmp(word, "write") == 0)
        bind(value, NO_SET_ID | NO_DEVICES | NO_PROGRAMS);
    else if (strcmp(word, "new") == 0)
        new_directory(value, "1777");
    else if (strcmp(word, "stands") == 0) {
        make_directories(value, 0);
        /* Relative, because the root is not the root yet, and directories may be made behind the link. */
        need(symlink("../tmp", below(value)) == 0, "link", value);
    } else if (strcmp(word, "alias") == 0) {
        static const char *const names[] = { "stdin", "stdout", "stderr" };
        char target[] = "/proc/self/fd/0";
        const char *name = strrchr(value, '/') + 1;
        make_directories(value, 0);
        for (int i = 0; i < 3; i++)
            if (strcmp(name, names[i]) == 0)
                target[sizeof target - 2] = (char)('0' + i);
        if (strcmp(name, "fd") == 0)
            target[sizeof target - 3] = 0;
        need(symlink(target, below(value)) == 0, "link", value);
    } else {
        errno = EINVAL;
        fail("word", word);
    }
}

int main(int count, char **words)
{
    if (count == 2 && strcmp(words[1], "nothing") == 0)
        return 0;
    if (count == 2 && strcmp(words[1], "landlock-version") == 0) {
        long version = syscall(NR_LANDLOCK_CREATE, NULL, 0, 1);
        printf("%ld\n", version < 0 ? 0 : version);
        return 0;
    }
    /* If Lariat is killed, this ends what it has started, and itself. */
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    int at = 1;
    for (; at + 1 < count && strcmp(words[at], "--") != 0; at += 2)
        take(words[at], words[at + 1], 0);
    errno = EINVAL;
    need(at + 1 < count && work != NULL, "command line", "");
    char **program = words + at + 1;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGTERM);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    struct sock_fprog instructions = { 0, NULL };
    if (filter != NULL)
        instructions = read_filter();
    int has_namespaces = kind == NAMESPACES || kind == USER_NAMESPACES;
    if (has_namespaces)
        leave_namespaces();
    else
        prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t child = fork();
    need(child >= 0, "process", "");
    if (child == 0 && !has_namespaces)
        become(program, &instructions);
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (at = 1; strcmp(words[at], "--") != 0; at += 2)
            take(words[at], words[at + 1], 1);
        need(root != NULL, "root", "");
        enter_root();
        /* The program cannot look into this process, although it may be the same user's. */
        prctl(PR_SET_DUMPABLE, 0);
        pid_t inner = fork();
        need(inner >= 0, "process", "");
        if (inner == 0)
            become(program, &instructions);
        be_first(inner);
    }
    prctl(PR_SET_DUMPABLE, 0);
    supervise(child);
    return 0;
}
