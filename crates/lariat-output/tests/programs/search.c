/* Found by the engine, confirmed by the replay. */
#include <stdlib.h>
#include <string.h>

void klee_make_symbolic(void *, size_t, const char *);
int klee_range(int, int, const char *);
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);

static int classify(const unsigned char *bytes)
{
    if (bytes[0] == 'L' && bytes[1] == 0x17)
        return 100 / (bytes[2] - 200);
    return bytes[0] < 'a' ? 1 : 2;
}

int main(void)
{
    unsigned char bytes[3];
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    int index = klee_range(0, 12, "index");
    int *table = calloc(10, sizeof(int));
    table[index] = classify(bytes);
    if (__VERIFIER_nondet_int() == 123456 && __VERIFIER_nondet_int() == -7)
        reach_error();
    if (__VERIFIER_nondet_uchar() == 200)
        abort();
    free(table);
    return 0;
}

struct packet {
    unsigned short length;
    char *payload;
};

int checksum(const struct packet *packet)
{
    int sum = 0;
    for (unsigned i = 0; i < packet->length; i++)
        sum += packet->payload[i];
    return sum;
}

unsigned copied_length(const char *text)
{
    char copy[3];
    strcpy(copy, text);
    return copy[0];
}
