// Random numbers of the system are inputs, and the native program gets them.
//@ test:
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>
uint32_t arc4random(void);
uint32_t arc4random_uniform(uint32_t);
void arc4random_buf(void *, size_t);
int main(void)
{
    unsigned number;
    unsigned char bytes[3];
    if (getrandom(&number, sizeof number, 0) != sizeof number)
        return 1;
    assert(number != 77); //! assertion-failure
    if (getentropy(bytes, sizeof bytes) != 0)
        return 1;
    assert(bytes[0] != 1 || bytes[2] != 2); //! assertion-failure
    assert(arc4random() != 79); //! assertion-failure
    assert(arc4random_uniform(6) != 5); //! assertion-failure
    arc4random_buf(bytes, sizeof bytes);
    assert(bytes[1] != 80); //! assertion-failure
    return 0;
}
