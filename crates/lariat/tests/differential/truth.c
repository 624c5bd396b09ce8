/* Runs a program on all its inputs in one process and says what happens: `truth BYTES WANT`.
 *
 * Standard output gets the key of every input, as 32-bit numbers. Standard error gets the sanitizers' reports, and lines that begin
 * with `@@`: an error function was called, a run took very many steps, a run died. After a death a new process goes on with
 * the next input. Variables of the program have their first values again before each run: the data of this executable is
 * restored, so everything that must survive is in shared memory, and the sanitizers are a shared library. */
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_DEATHS = 12, MOST_STEPS = 3000000, FEWER_STEPS = 100000, FEWEST_STEPS = 3000, HANDLERS = 8 };

struct shared {
    jmp_buf end;
    uint32_t input, count, taken, want, deaths, errors, longs;
    uint32_t handlers;
    void (*handler[HANDLERS])(void);
    uint64_t steps, limit;
    char *data;
    uint32_t keys[65536];
};
static struct shared *s;

extern char __data_start, _end;
unsigned want;

#ifdef ENTRY_SIGNED
extern int work(signed char a);
#else
extern int work(unsigned char a);
#endif
extern int program_main(void);

static unsigned char next_byte(void) { return (unsigned char)(s->input >> 8 * (s->taken++ & 1)); }
unsigned char __VERIFIER_nondet_uchar(void) { return next_byte(); }
char __VERIFIER_nondet_char(void) { return (char)next_byte(); }
unsigned short __VERIFIER_nondet_ushort(void) { unsigned low = next_byte(); return (unsigned short)(low | next_byte() << 8); }
short __VERIFIER_nondet_short(void) { return (short)__VERIFIER_nondet_ushort(); }
void note_key(unsigned key) { s->keys[s->input] = key; }
int at_exit(void (*function)(void)) { if (s->handlers < HANDLERS) s->handler[s->handlers++] = function; return 0; }

static void note(const char *what) { char line[64]; int n = snprintf(line, sizeof line, "@@ %s %u\n", what, s->input); if (write(2, line, (size_t)n) < 0) _exit(9); }

void reach_error(void)
{
    if (s->errors++ < 5)
        note("error");
    longjmp(s->end, 1);
}

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop) { (void)start; (void)stop; }
void __sanitizer_cov_trace_pc_guard(uint32_t *guard)
{
    (void)guard;
    if (s && ++s->steps > s->limit) {
        if (s->longs++ < 5)
            note("long");
        s->steps = 0;
        longjmp(s->end, 1);
    }
}

/* AddressSanitizer takes a block of no bytes for one of one byte. */
extern void __asan_poison_memory_region(void const volatile *start, size_t size);
static void *exact(void *block, size_t size) { if (block && size == 0) __asan_poison_memory_region(block, 1); return block; }
void *exact_malloc(size_t size) { return exact(malloc(size), size); }
void *exact_calloc(size_t count, size_t size) { return exact(calloc(count, size), count && size); }
void *exact_realloc(void *block, size_t size) { return exact(realloc(block, size), size); }

/* Not `memcpy`, which the sanitizers watch. */
static void copy(char *to, const char *from, size_t size) { while (size-- > 0) *to++ = *from++; }

static void run(void)
{
    copy(&__data_start, s->data, (size_t)(&_end - &__data_start));
    s->taken = s->handlers = 0;
    s->steps = 0;
    s->limit = s->longs == 0 ? MOST_STEPS : s->longs < 100 ? FEWER_STEPS : FEWEST_STEPS;
    if (setjmp(s->end) == 0) {
#ifdef ENTRY
        (void)work((__typeof__(next_byte()))s->input);
#else
        (void)program_main();
#endif
        while (s->handlers > 0)
            s->handler[--s->handlers]();
    }
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    void *memory = mmap(0, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    size_t size = (size_t)(&_end - &__data_start);
    char *data = mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || data == MAP_FAILED)
        return 2;
    s = memory;
    s->data = data;
    s->count = atoi(argv[1]) == 1 ? 256 : 65536;
    want = (unsigned)strtoul(argv[2], 0, 10);
    memset(s->keys, 0xff, sizeof s->keys);
    copy(data, &__data_start, size);
    while (s->input < s->count) {
        pid_t child = fork();
        if (child == 0) {
            while (s->input < s->count) {
                run();
                s->input++;
            }
            _exit(0);
        }
        int status;
        waitpid(child, &status, 0);
        if (status == 0)
            break;
        note("died");
        s->input++;
        if (++s->deaths >= MOST_DEATHS && s->input < s->count) {
            note("stopped");
            break;
        }
    }
    return fwrite(s->keys, sizeof s->keys[0], s->count, stdout) == s->count ? 0 : 2;
}
