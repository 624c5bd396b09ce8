// Functions of <ctype.h> with what is no character. A negative plain char is a mistake that glibc forgives.
//@ test:
#include <ctype.h>
#include <lariat.h>
int main(void)
{
    char plain = (char)lariat_range(-128, 127, "plain");
    switch (lariat_range(0, 4, "case")) {
    case 0:
        return isalpha(plain) || isdigit((unsigned char)plain) || isspace(-1);
    case 1:
        lariat_assert(toupper(-100) == 156 && tolower(-1) == -1 && toupper('a') == 'A');
        return toupper(plain) == 'A';
    case 2:
        return isalpha(300000000); //! invalid-argument
    case 3:
        return isdigit(lariat_range(200, 256, "number")); //! invalid-argument unconfirmed
    default:
        return toupper(-129); //! invalid-argument unconfirmed
    }
}
