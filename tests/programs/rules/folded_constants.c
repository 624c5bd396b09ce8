// clang folds these while it compiles. Each is a bug where it is executed, and nothing where it is not.
//@ test: --cflags=-w
#include <lariat.h>
#include <limits.h>

enum { LARGE = INT_MAX };
static const int large = INT_MAX;
#define TWICE(x) ((x) * 2)

int main(void)
{
    const int local = INT_MAX;
    int result = 0;

    switch (lariat_range(0, 11, "which")) {
    case 0: result = INT_MAX + 1; break; //! signed-overflow
    case 1: result = LARGE + 1; break; //! signed-overflow
    case 2: result = large + 1; break; //! signed-overflow
    case 3: result = local + 1; break; //! signed-overflow
    case 4: result = TWICE(INT_MAX); break; //! signed-overflow
    case 5: result = -INT_MIN; break; //! signed-overflow
    case 6: result = 65536 * 65536; break; //! signed-overflow
    case 7: result = INT_MIN / -1; break; //! signed-overflow
    case 8: result = 1 / 0; break; //! division-by-zero
    case 9: result = 1 << 40; break; //! invalid-shift
    case 10: result = 7 % 0; break; //! division-by-zero
    default: result = 2 + 3 * 4; break;
    }
    if (result == 1000)
        return INT_MAX + 1 + LARGE;
    return 0;
}
