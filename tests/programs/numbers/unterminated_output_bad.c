// Nobody reads the output, but the memory that is printed has to be there.
//@ test:
#include <lariat.h>
#include <stdio.h>

int main(void)
{
    char text[4];
    lariat_make_symbolic(text, sizeof text, "text");
    if (text[0] == 'p')
        printf("%s\n", text); //! out-of-bounds-read
    else if (text[0] == 'u')
        puts(text); //! out-of-bounds-read
    else if (text[0] == 'w')
        printf("%.4s\n", text);
    return 0;
}
