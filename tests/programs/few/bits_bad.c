// Bit by bit through two bytes: each of the values has a path of its own, and the one that goes wrong is found.
//@ test:
//@ input: v == 777
//@ verify:
//@ verdict: false
#include <lariat.h>
#include <stdint.h>

static uint32_t crc(uint16_t v)
{
    uint32_t c = ~0u;
    for (int i = 0; i < 10; i++, v >>= 1)
        c = (c ^ v) & 1 ? (c >> 1) ^ 0xEDB88320u : c >> 1;
    return ~c;
}

int main(void)
{
    uint16_t v = lariat_ushort("v");
    lariat_assume(v < 1024);
    lariat_assert(crc(v) * 2654435761u != 3707919418u); //! assertion-failure
    return 0;
}
