/* Pseudo-random numbers: the sequences of glibc, so that a replayed test draws the same ones; and truly random ones, which are
 * inputs.
 *
 * With a seed that is an input (srand(time(NULL))) the numbers are inputs as well, each in its function's range: as functions
 * of the seed they are sums of hundreds of terms, and no program relies on which of them come together. So a test may have a
 * sequence that no seed leads to; the native run gets it from the test (native/random.c).
 *
 * But programs do rely on getting the same numbers from the same seed. So seeds that are inputs are remembered with the numbers
 * drawn after them, and where a seed is one of them its numbers are those. Each is still an input of its own, which has to be equal
 * to the earlier one: so the native run gets all of them from the test, and no path splits. */
#include "lariat_models.h"

#include <stdlib.h>
#include <sys/random.h>

enum { DEGREE = 31, SEPARATION = 3, DISCARDED = 10 * DEGREE };

static int32_t state[DEGREE];
static int front, rear, is_seeded;

/* Whether the numbers of a kind of generator are inputs now, and how many were drawn, inputs or not. */
struct source {
    const char *name, *start, *stop;
    int is_input;
    uint64_t drawn;
};
static struct source plain = { "rand", "rand-start", "rand-stop", 0, 0 };
static struct source reentrant = { "rand_r", "rand_r-start", "rand_r-stop", 0, 0 };
static struct source of_48_bits = { "rand48", "rand48-start", "rand48-stop", 0, 0 };

/* Tells the native run where numbers begin or cease to be inputs, unless they are from the first on. */
static void set_input(struct source *source, int is_input)
{
    uint64_t place;
    if (source->is_input == is_input)
        return;
    source->is_input = is_input;
    if (is_input && !lariat_is_symbolic(source->drawn) && source->drawn == 0)
        return;
    lariat_make_symbolic(&place, sizeof place, is_input ? source->start : source->stop);
    lariat_assume(place == source->drawn);
}

/* Seeds and what was drawn after each, as many as there is room for. */
enum { SEEDS = 8, NUMBERS = 64 };
struct sequence {
    uint64_t seed, step;
    uint64_t numbers[NUMBERS];
    unsigned count;
};
struct history {
    struct sequence sequences[SEEDS];
    /* Sequences there are, and the number of the current one plus one. */
    unsigned used, current;
    /* Numbers drawn since the last seed. */
    unsigned position;
};
static struct history of_seeds, of_48_bit_seeds;

/* Numbers are drawn from a new seed. `step` is what else decides them. */
static void begin_sequence(struct history *history, uint64_t seed, uint64_t step)
{
    history->position = 0;
    history->current = 0;
    if (history->used == SEEDS)
        return;
    struct sequence *sequence = &history->sequences[history->used++];
    history->current = history->used;
    sequence->seed = seed;
    sequence->step = step;
}

/* A number that was drawn is the one drawn earlier at this place if the seed is the same. */
static void draw_in_sequence(struct history *history, uint64_t value)
{
    if (history->current == 0)
        return;
    struct sequence *sequence = &history->sequences[history->current - 1];
    unsigned position = history->position++;
    for (unsigned i = 0; i + 1 < history->current; i++) {
        const struct sequence *earlier = &history->sequences[i];
        if (position < earlier->count)
            lariat_assume((earlier->seed != sequence->seed) | (earlier->step != sequence->step)
                          | (earlier->numbers[position] == value));
    }
    if (position < NUMBERS) {
        sequence->numbers[position] = value;
        sequence->count = position + 1;
    }
}

/* The same for generators whose state the program has: the number drawn from a state that is surely the same. */
enum { STATES = 64 };
struct drawn_from {
    uint64_t seed, step, value;
};
static struct drawn_from from_states[STATES];
static unsigned known_states;

/* The states of `rand_r` are other ones than those of 48 bits. */
static const uint64_t RAND_R = UINT64_MAX;

static void draw_from_state(uint64_t seed, uint64_t step, uint64_t value)
{
    for (unsigned i = 0; i < known_states; i++) {
        int differs = (from_states[i].seed != seed) | (from_states[i].step != step);
        if (!lariat_is_symbolic((uint64_t)differs) && !differs) {
            lariat_assume(from_states[i].value == value);
            return;
        }
    }
    if (known_states < STATES)
        from_states[known_states++] = (struct drawn_from){ seed, step, value };
}

static int32_t draw_31_bits(const struct source *source)
{
    int32_t value;
    lariat_make_symbolic(&value, sizeof value, source->name);
    lariat_assume(value >= 0);
    return value;
}

static int32_t next_random(void)
{
    uint32_t sum = (uint32_t)state[front] + (uint32_t)state[rear];
    state[front] = (int32_t)sum;
    front = front + 1 == DEGREE ? 0 : front + 1;
    rear = rear + 1 == DEGREE ? 0 : rear + 1;
    return (int32_t)(sum >> 1);
}

static void seed_exactly(unsigned seed)
{
    int32_t word = seed == 0 ? 1 : (int32_t)seed;
    state[0] = word;
    for (int i = 1; i < DEGREE; i++) {
        int32_t high = word / 127773, low = word % 127773;
        word = 16807 * low - 2836 * high;
        word += 2147483647 & -(word < 0);
        state[i] = word;
    }
    front = SEPARATION;
    rear = 0;
    is_seeded = 1;
    for (int i = 0; i < DISCARDED; i++)
        next_random();
}

void srandom(unsigned seed)
{
    set_input(&plain, lariat_is_symbolic(seed));
    if (plain.is_input)
        begin_sequence(&of_seeds, seed, 0);
    else
        seed_exactly(seed);
}

long random(void)
{
    plain.drawn++;
    if (plain.is_input) {
        int32_t value = draw_31_bits(&plain);
        draw_in_sequence(&of_seeds, (uint64_t)value);
        return value;
    }
    if (!is_seeded)
        seed_exactly(1);
    return next_random();
}

void srand(unsigned seed)
{
    srandom(seed);
}

int rand(void)
{
    return (int)random();
}

int rand_r(unsigned *seed)
{
    unsigned first = *seed, next = first, result;
    next = next * 1103515245 + 12345;
    result = (next / 65536) % 2048;
    next = next * 1103515245 + 12345;
    result = result << 10 ^ (next / 65536) % 1024;
    next = next * 1103515245 + 12345;
    result = result << 10 ^ (next / 65536) % 1024;
    set_input(&reentrant, lariat_is_symbolic(*seed));
    reentrant.drawn++;
    *seed = next;
    if (!reentrant.is_input)
        return (int)result;
    int32_t value = draw_31_bits(&reentrant);
    draw_from_state(first, RAND_R, (uint64_t)value);
    return value;
}

/* The 48-bit generators: x * a + c modulo 2^48. */
static unsigned short global_state[3];
static uint64_t multiplier = 0x5deece66du;
static uint64_t addend = 0xb;

static uint64_t step(unsigned short words[3])
{
    uint64_t value = (uint64_t)words[2] << 32 | (uint64_t)words[1] << 16 | words[0], before = value;
    set_input(&of_48_bits, lariat_is_symbolic(value) | lariat_is_symbolic(multiplier) | lariat_is_symbolic(addend));
    of_48_bits.drawn++;
    value = (value * multiplier + addend) & 0xffffffffffffu;
    if (of_48_bits.is_input) {
        lariat_make_symbolic(&value, sizeof value, of_48_bits.name);
        lariat_assume(value <= 0xffffffffffffu);
        if (words == global_state)
            draw_in_sequence(&of_48_bit_seeds, value);
        else
            draw_from_state(before, multiplier << 16 | addend, value);
    }
    words[0] = (unsigned short)value;
    words[1] = (unsigned short)(value >> 16);
    words[2] = (unsigned short)(value >> 32);
    return value;
}


/* The bits of a number from 1 to 2, minus one: a single operation on floating-point numbers, and it is exact. */
double erand48(unsigned short words[3])
{
    uint64_t bits = 0x3ff0000000000000u | step(words) << 4;
    double result;
    LARIAT_INSTRUCTION(memcpy)(&result, &bits, sizeof result);
    return result - 1.0;
}

long nrand48(unsigned short words[3]) { return (long)(step(words) >> 17); }
long jrand48(unsigned short words[3]) { return (int32_t)(step(words) >> 16); }
double drand48(void) { return erand48(global_state); }
long lrand48(void) { return nrand48(global_state); }
long mrand48(void) { return jrand48(global_state); }

/* Numbers are drawn from what the state is now. */
static void begin_48_bits(void)
{
    uint64_t value = (uint64_t)global_state[2] << 32 | (uint64_t)global_state[1] << 16 | global_state[0];
    if (lariat_is_symbolic(value) | lariat_is_symbolic(multiplier) | lariat_is_symbolic(addend))
        begin_sequence(&of_48_bit_seeds, value, multiplier << 16 | addend);
    else
        of_48_bit_seeds.current = 0;
}

void srand48(long seed)
{
    global_state[0] = 0x330e;
    global_state[1] = (unsigned short)seed;
    global_state[2] = (unsigned short)((unsigned long)seed >> 16);
    multiplier = 0x5deece66du;
    addend = 0xb;
    begin_48_bits();
}

unsigned short *seed48(unsigned short words[3])
{
    static unsigned short before[3];
    for (int i = 0; i < 3; i++) {
        before[i] = global_state[i];
        global_state[i] = words[i];
    }
    multiplier = 0x5deece66du;
    addend = 0xb;
    begin_48_bits();
    return before;
}

void lcong48(unsigned short parameters[7])
{
    for (int i = 0; i < 3; i++)
        global_state[i] = parameters[i];
    multiplier = (uint64_t)parameters[5] << 32 | (uint64_t)parameters[4] << 16 | parameters[3];
    addend = parameters[6];
    begin_48_bits();
}

uint32_t arc4random(void)
{
    uint32_t value;
    lariat_make_symbolic(&value, sizeof value, "arc4random");
    return value;
}

void arc4random_buf(void *buffer, size_t size)
{
    if (size > 0)
        lariat_make_symbolic(buffer, size, "arc4random");
}

uint32_t arc4random_uniform(uint32_t bound)
{
    uint32_t value;
    if (bound < 2)
        return 0;
    lariat_make_symbolic(&value, sizeof value, "arc4random");
    lariat_assume(value < bound);
    return value;
}

ssize_t getrandom(void *buffer, size_t size, unsigned flags)
{
    (void)flags;
    if (size > 0)
        lariat_make_symbolic(buffer, size, "getrandom");
    return (ssize_t)size;
}

int getentropy(void *buffer, size_t size)
{
    if (size > 0)
        lariat_make_symbolic(buffer, size, "getrandom");
    return 0;
}
