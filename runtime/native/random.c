/* Native replay, continued: pseudo-random numbers, those of the test where the seed was an input in the engine, and glibc's
 * elsewhere. This is compiled as one file with replay.c, behind it. */
struct source {
    const char *name, *start, *stop;
    int is_prepared;
    int is_input;
    uint64_t drawn;
};
static struct source plain = { "rand", "rand-start", "rand-stop", 0, 0, 0 };
static struct source reentrant = { "rand_r", "rand_r-start", "rand_r-stop", 0, 0, 0 };
static struct source of_48_bits = { "rand48", "rand48-start", "rand48-stop", 0, 0, 0 };

static struct object *unused_object(const char *name)
{
    size_t size = strlen(name);
    for (size_t i = 0; i < object_count; i++) {
        struct object *object = &objects[i];
        if (!object->used && object->name_size == size && memcmp(object->name, name, size) == 0)
            return object;
    }
    return NULL;
}

/* Without a place where that begins, numbers are inputs from the first on. */
static void prepare(struct source *source)
{
    if (source->is_prepared)
        return;
    source->is_prepared = 1;
    load();
    struct object *start = unused_object(source->start), *stop = unused_object(source->stop);
    source->is_input = start == NULL ? stop != NULL || unused_object(source->name) != NULL : stop != NULL && stop < start;
}

/* Called where the engine may change its mind: whether it did so after as many numbers as were drawn until now. */
static void follow_switches(struct source *source)
{
    prepare(source);
    const char *name = source->is_input ? source->stop : source->start;
    struct object *object = unused_object(name);
    uint64_t place = 0;
    if (object == NULL || object->size != sizeof place || memcmp(object->bytes, &source->drawn, sizeof place) != 0)
        return;
    fill(&place, sizeof place, name);
    source->is_input = !source->is_input;
}

static struct random_data generator;
static char generator_state[128];

static void seed_generator(unsigned seed)
{
    if (generator.state == NULL)
        initstate_r(seed, generator_state, sizeof generator_state, &generator);
    else
        srandom_r(seed, &generator);
}

WEAK void srandom(unsigned seed)
{
    follow_switches(&plain);
    seed_generator(seed);
}

WEAK long random(void)
{
    int32_t value;
    prepare(&plain);
    plain.drawn++;
    if (generator.state == NULL)
        seed_generator(1);
    if (plain.is_input)
        fill(&value, sizeof value, plain.name);
    else
        random_r(&generator, &value);
    return value;
}

WEAK void srand(unsigned seed) { srandom(seed); }
WEAK int rand(void) { return (int)random(); }

int lariat_replay_rand_r(unsigned *seed)
{
    unsigned next = *seed, result = 0;
    for (int part = 0; part < 3; part++) {
        next = next * 1103515245 + 12345;
        result = result << 10 ^ (next / 65536) % (part == 0 ? 2048 : 1024);
    }
    *seed = next;
    follow_switches(&reentrant);
    reentrant.drawn++;
    if (reentrant.is_input)
        fill(&result, sizeof result, reentrant.name);
    return (int)result;
}

/* A sanitizer may have its own. */
WEAK int rand_r(unsigned *seed) { return lariat_replay_rand_r(seed); }

static unsigned short state_of_48_bits[3];
static uint64_t multiplier = 0x5deece66du, addend = 0xb;

static uint64_t step(unsigned short words[3])
{
    uint64_t value = (uint64_t)words[2] << 32 | (uint64_t)words[1] << 16 | words[0];
    value = (value * multiplier + addend) & 0xffffffffffffu;
    follow_switches(&of_48_bits);
    of_48_bits.drawn++;
    if (of_48_bits.is_input)
        fill(&value, sizeof value, of_48_bits.name);
    for (int i = 0; i < 3; i++)
        words[i] = (unsigned short)(value >> (16 * i));
    return value;
}

WEAK double erand48(unsigned short words[3]) { return (double)(int64_t)step(words) / 281474976710656.0; }
WEAK long nrand48(unsigned short words[3]) { return (long)(step(words) >> 17); }
WEAK long jrand48(unsigned short words[3]) { return (int32_t)(step(words) >> 16); }
WEAK double drand48(void) { return erand48(state_of_48_bits); }
WEAK long lrand48(void) { return nrand48(state_of_48_bits); }
WEAK long mrand48(void) { return jrand48(state_of_48_bits); }

static void set_48_bits(const unsigned short words[3], uint64_t factor, uint64_t summand)
{
    memmove(state_of_48_bits, words, sizeof state_of_48_bits);
    multiplier = factor;
    addend = summand;
}

WEAK void srand48(long seed)
{
    unsigned short words[3] = { 0x330e, (unsigned short)seed, (unsigned short)((unsigned long)seed >> 16) };
    set_48_bits(words, 0x5deece66du, 0xb);
}

WEAK unsigned short *seed48(unsigned short words[3])
{
    static unsigned short before[3];
    memcpy(before, state_of_48_bits, sizeof before);
    set_48_bits(words, 0x5deece66du, 0xb);
    return before;
}

WEAK void lcong48(unsigned short words[7])
{
    set_48_bits(words, (uint64_t)words[5] << 32 | (uint64_t)words[4] << 16 | words[3], words[6]);
}
