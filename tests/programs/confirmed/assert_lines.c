// Assertions of several lines, in a macro, in a function of the program's own, and of other libraries' functions.
//@ test:
#include <assert.h>
#include <klee/klee.h>
#include <lariat.h>
#define CHECK(condition) assert(condition)
#define REQUIRE(condition)                                                                                           \
    do {                                                                                                             \
        if (!(condition))                                                                                            \
            __assert_fail(#condition, __FILE__, __LINE__, __func__);                                                 \
    } while (0)
static void check(int condition)
{
    if (!condition)
        __assert_fail( //! assertion-failure
            "condition",
            __FILE__,
            __LINE__,
            __func__);
}
int main(void)
{
    int x = lariat_int("x"), y = lariat_int("y");
    assert(x != 3 //! assertion-failure
           || y != 4
           || x > 100);
    CHECK(x != 5 || //! assertion-failure
          y != 6);
    REQUIRE( //! assertion-failure
        x != 7
        || y != 8);
    klee_assert(x != 9 && //! assertion-failure
                x != 10);
    lariat_assert(x != 11 //! assertion-failure
                  && x != 12);
    check(x
          != 13);
    return 0;
}
