// The bytes of an address that is in memory are read: an assumption, unless they are only copied.
//@ run: verify %s --property unreach-call --out %t/out
//@ stdout~: ^note: the address.* fixed numbers? at .*bytes.c:(23|24|25|26|27|28|29):
//@ stdout~: ^note: the address.* fixed numbers? at .*bytes.c:(33|34|35|36|37|38):
//@ stdout~: ^note: the address.* fixed numbers? at .*bytes.c:(42|43|44|45):
//@ stdout~: ^note: the address.* fixed numbers? at .*bytes.c:(49|50|51|52|53|54|55):
//@ stdout~: ^note: the address.* fixed numbers? at .*bytes.c:(59|60|61|62|63|64|65):
//@ stdout~: ^note: the address.* fixed numbers? at .*bytes.c:(69|70|71|72|73):
//@ stdout~: ^note: the address.* fixed numbers? at .*bytes.c:(77|78|79|80|81):
//@ stdout~: ^note: the address.* fixed numbers? at .*bytes.c:(85|86|87|88|89):
//@ stdout: verdict: true
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) { abort(); }
struct pair { void *p; int n, m; };
struct __attribute__((packed)) packed { char c; void *p; };
static void summed(void)
{
    int a_summed, *p = &a_summed;
    unsigned char *bytes = (unsigned char *)&p;
    unsigned sum = 0;
    for (unsigned i = 0; i < sizeof p; i++)
        sum = sum * 31 + bytes[i];
    if (sum % 7 == 3)
        reach_error();
}
static void copied_first(void)
{
    int a_copied_first, *p = &a_copied_first;
    unsigned char copy[8], *bytes = (unsigned char *)&p;
    for (unsigned i = 0; i < sizeof p; i++)
        copy[i] = bytes[i];
    if (copy[5] == 0x7f)
        reach_error();
}
static void compared(void)
{
    int a_compared, b_compared;
    struct pair x = { &a_compared, 1, 2 }, y = { &b_compared, 1, 2 };
    if (memcmp(&x, &y, sizeof x) > 0)
        reach_error();
}
static void in_union(void)
{
    union {
        void *p;
        uintptr_t n;
    } u;
    u.p = malloc(8);
    if (u.n % 64 == 16)
        reach_error();
}
static void half_in_union(void)
{
    union {
        void *p;
        unsigned n[2];
    } u;
    u.p = malloc(8);
    if (u.n[1] == 0x5555)
        reach_error();
}
static void copied_to_number(void)
{
    int a_copied_to_number, *p = &a_copied_to_number;
    unsigned long n;
    memcpy(&n, &p, sizeof n);
    if (n % 3 == 3)
        reach_error();
}
static void half_copied(void)
{
    int a_half_copied, *p = &a_half_copied;
    unsigned n;
    memcpy(&n, &p, sizeof n);
    if (n % 3 == 1)
        reach_error();
}
static void packed(void)
{
    int a_packed;
    struct packed s = { 1, &a_packed };
    unsigned char *bytes = (unsigned char *)&s;
    if (bytes[6] == 0x7f)
        reach_error();
}
int main(void)
{
    summed();
    copied_first();
    compared();
    in_union();
    half_in_union();
    copied_to_number();
    half_copied();
    packed();
    return 0;
}
