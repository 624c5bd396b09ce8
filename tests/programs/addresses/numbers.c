// What is computed from the number that an address is, is an assumption of a proof, unless C says what comes out.
//@ run: verify %s --property unreach-call --out %t/out
//@ stdout~: ^note: the address.* fixed numbers? at .*numbers.c:(33|34|35):
//@ stdout~: ^note: the address.* fixed numbers? at .*numbers.c:(40|41):
//@ stdout~: ^note: the address.* fixed numbers? at .*numbers.c:(29):
//@ stdout~: ^note: the address.* fixed numbers? at .*numbers.c:(52|53|54|55|56):
//@ stdout~: ^note: the address.* fixed numbers? at .*numbers.c:(60|61|62|63|64):
//@ stdout~: ^note: the address.* fixed numbers? at .*numbers.c:(69|70|71):
//@ stdout~: ^note: the address.* fixed numbers? at .*numbers.c:(77|78|79):
//@ stdout~: ^note: the address.* fixed numbers? at .*numbers.c:(84|85|86):
//@ stdout~: ^note: the address.* fixed numbers? at .*numbers.c:(90|91|92|93|94|95):
//@ stdout~: ^note: the address.* fixed numbers? at .*numbers.c:(99|100|101|102|103|104):
//@ stdout~: ^note: the address.* fixed numbers? at .*numbers.c:(108|109|110|111|112):
//@ stdout~: ^note: the address.* fixed numbers? at .*numbers.c:(117|118|119):
//@ stdout~: ^note: the address.* fixed numbers? at .*numbers.c:(124|125):
//@ stdout~: ^note: the address.* fixed numbers? at .*numbers.c:(130|131):
//@ stdout~: ^note: the address.* fixed numbers? at .*numbers.c:(136|137):
//@ stdout~: ^note: the address.* fixed numbers? at .*numbers.c:(142|143|144):
//@ stdout~: ^note: the address.* fixed numbers? at .*numbers.c:(150|151):
//@ stdout~: ^note: the address.* fixed numbers? at .*numbers.c:(156|157|158):
//@ stdout: verdict: true
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) { abort(); }
static unsigned hash(void *p) { return (unsigned)(((uintptr_t)p >> 4) * 2654435761u); }
static uintptr_t number_of(void *p) { return (uintptr_t)p; }
static void alignment_of_char(void)
{
    char c[3];
    if (((uintptr_t)c & 7) != 0)
        reach_error();
}
static char letter_remainder;
static void remainder(void)
{
    if ((uintptr_t)&letter_remainder % 8)
        reach_error();
}
static void hashed(void)
{
    int *p = malloc(4);
    if (hash(p) % 16 == 3)
        reach_error();
    free(p);
}
static void printed(void)
{
    int a_printed;
    char text[32];
    snprintf(text, sizeof text, "%p", (void *)&a_printed);
    if (text[2] == '9')
        reach_error();
}
static void printed_number(void)
{
    int a_printed_number;
    char text[32];
    sprintf(text, "%lx", (unsigned long)&a_printed_number);
    if (text[2] == '9')
        reach_error();
}
static int first_difference[4], second_difference[4];
static void difference(void)
{
    int *p = first_difference, *q = second_difference;
    if (q - p == 4)
        reach_error();
}
static char letter_constant_difference;
static char letters_constant_difference[3];
static void constant_difference(void)
{
    long d = letters_constant_difference - &letter_constant_difference;
    if (d == 4)
        reach_error();
}
static char letter_narrow;
static void narrow(void)
{
    int x = (int)(intptr_t)&letter_narrow;
    if (x & 16)
        reach_error();
}
static void switched(void)
{
    int *p = malloc(4);
    switch ((uintptr_t)p % 64) {
    case 16:
        reach_error();
    }
    free(p);
}
static void switched_whole(void)
{
    int *p = malloc(4);
    switch ((uintptr_t)p) {
    case 4096000:
        reach_error();
    }
    free(p);
}
static void indexed(void)
{
    int table[16] = { 0 }, *p = malloc(4);
    table[3] = 1;
    if (table[((uintptr_t)p >> 4) & 15])
        reach_error();
    free(p);
}
static int first_exclusive_or[4], second_exclusive_or[4];
static void exclusive_or(void)
{
    uintptr_t x = (uintptr_t)first_exclusive_or ^ (uintptr_t)second_exclusive_or;
    if (x == 4)
        reach_error();
}
static int first_bits[4], second_bits[4];
static void bits(void)
{
    if (__builtin_popcountl((uintptr_t)first_bits) == 9)
        reach_error();
}
static int first_as_float[4], second_as_float[4];
static void as_float(void)
{
    if ((double)(uintptr_t)first_as_float < 1e9)
        reach_error();
}
static int first_through_call[4], second_through_call[4];
static void through_call(void)
{
    if (number_of(first_through_call) / 3 * 3 == number_of(first_through_call) + 1)
        reach_error();
}
static int first_through_callback[4], second_through_callback[4];
static void through_callback(void)
{
    uintptr_t (*f)(void *) = number_of;
    if (f(first_through_callback) >> 40 == 85)
        reach_error();
}
static char kept_kept_in_global;
static uintptr_t stored_kept_in_global = (uintptr_t)&kept_kept_in_global;
static void kept_in_global(void)
{
    if (stored_kept_in_global & 64)
        reach_error();
}
static int first_given_number[4], second_given_number[4];
static void given_number(void)
{
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n < 1000000 && n == (uintptr_t)first_given_number)
        reach_error();
}
int main(void)
{
    alignment_of_char();
    remainder();
    hashed();
    printed();
    printed_number();
    difference();
    constant_difference();
    narrow();
    switched();
    switched_whole();
    indexed();
    exclusive_or();
    bits();
    as_float();
    through_call();
    through_callback();
    kept_in_global();
    given_number();
    return 0;
}
