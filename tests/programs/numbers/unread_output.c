// What is only printed is not decided: no number, width, length or pointer. One decision is left: whether a width
// makes the line longer than an int can say, which sets errno.
//@ test:
//@ paths: 2
#include <lariat.h>
#include <stdio.h>

int main(void)
{
    char text[6];
    int number = lariat_int("number"), width = lariat_int("width");
    double real = lariat_double("real");
    long double longer = (long double)real;
    lariat_make_symbolic(text, sizeof text, "text");
    text[5] = 0;
    printf("%d %u %x %lld %hhd\n", number, (unsigned)number, (unsigned)number, (long long)number, (char)number);
    printf("%*d %.*d %-*s|%.3s\n", width, number, width, number, width, text, text);
    printf("%f %e %Lf %g\n", real, real, longer, real * 2);
    fprintf(stderr, "%c%s%p\n", number, text, (void *)(text + (number & 3)));
    puts(text);
    fputs(text, stderr);
    putchar(number);
    fwrite(text, 1, 5, stdout);
    return 0;
}
