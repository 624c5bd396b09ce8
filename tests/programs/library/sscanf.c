// Reading a symbolic text by a format.
//@ test:
#include <lariat.h>
#include <stdio.h>
int main(void)
{
    char text[4];
    lariat_make_symbolic(text, 4, "text");
    text[3] = 0;
    int a, b;
    int read = sscanf(text, "%d:%d", &a, &b);
    lariat_assert(read >= -1 && read <= 2);
    if (read == 2)
        lariat_assert(a + b != 17); //! assertion-failure
    return 0;
}
