// How pointers to different objects compare, beyond what C says, is an assumption of a proof.
//@ run: verify %s --property unreach-call --out %t/out
//@ stdout~: ^note: the address.* fixed numbers? at .*comparisons.c:(40|41|42|43|44|45|46):
//@ stdout~: ^note: the address.* fixed numbers? at .*comparisons.c:(50|51|52|53|54|55):
//@ stdout~: ^note: the address.* fixed numbers? at .*comparisons.c:(59|60|61|62|63):
//@ stdout~: ^note: the address.* fixed numbers? at .*comparisons.c:(67|68|69):
//@ stdout~: ^note: the address.* fixed numbers? at .*comparisons.c:(74|75|76):
//@ stdout~: ^note: the address.* fixed numbers? at .*comparisons.c:(81|82|83):
//@ stdout~: ^note: the address.* fixed numbers? at .*comparisons.c:(88|89|90|91|92):
//@ stdout~: ^note: the address.* fixed numbers? at .*comparisons.c:(96|97|98):
//@ stdout~: ^note: the address.* fixed numbers? at .*comparisons.c:(102|103|104|105|106|107|108|109|110|111|112):
//@ stdout~: ^note: the address.* fixed numbers? at .*comparisons.c:(116|117):
//@ stdout~: ^note: the address.* fixed numbers? at .*comparisons.c:(121|122):
//@ stdout~: ^note: the address.* fixed numbers? at .*comparisons.c:(126|127|128):
//@ stdout~: ^note: the address.* fixed numbers? at .*comparisons.c:(32):
//@ stdout~: ^note: the address.* fixed numbers? at .*comparisons.c:(36):
//@ stdout~: ^note: the address.* fixed numbers? at .*comparisons.c:(146|147|148|149|150|151):
//@ stdout: verdict: true
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void) { abort(); }
static const char *tail = "xabc", *whole = "abc";
static void one(void) {}
static void two(void) {}
static uintptr_t address_of_local(void) { int x = 1; return (uintptr_t)&x; }
static uintptr_t address_of_other(void) { int y = 1; return (uintptr_t)&y; }
struct record { uintptr_t key; };
static int is_before(struct record *a, struct record *b) { return a->key < b->key; }
static int compare(const void *a, const void *b)
{
    char *x = *(char **)a, *y = *(char **)b;
    return x < y ? -1 : x > y;
}
static void reuse(void)
{
    char *p = malloc(10);
    uintptr_t old = (uintptr_t)p;
    free(p);
    char *q = malloc(10);
    if ((uintptr_t)q == old)
        reach_error();
    free(q);
}
static void reused_pointer(void)
{
    char *p = malloc(10);
    free(p);
    char *q = malloc(10);
    if (q == p)
        reach_error();
    free(q);
}
static void reallocated(void)
{
    char *p = malloc(8);
    char *q = realloc(p, 4);
    if (q == p)
        reach_error();
    free(q);
}
static void order_of_locals(void)
{
    int a_order_of_locals = 1, b_order_of_locals = 2, *p = &a_order_of_locals, *q = &b_order_of_locals;
    if (p > q)
        reach_error();
}
static int first_past_the_end[4], second_past_the_end[4];
static void past_the_end(void)
{
    int *p = first_past_the_end + 4, *q = second_past_the_end;
    if (p == q)
        reach_error();
}
static int first_end_at_some_place[4], second_end_at_some_place[4];
static void end_at_some_place(void)
{
    unsigned i = __VERIFIER_nondet_uint() % 5;
    if (first_end_at_some_place + i == second_end_at_some_place)
        reach_error();
}
static int first_moving_pointer[4], second_moving_pointer[4];
static void moving_pointer(void)
{
    unsigned n = __VERIFIER_nondet_uint() % 5;
    int *p = first_moving_pointer;
    for (unsigned i = 0; i < n; i++)
        if (++p == second_moving_pointer)
            reach_error();
}
static void order_of_functions(void)
{
    void (*p)(void) = one, (*q)(void) = two;
    if (p > q)
        reach_error();
}
static void scopes(void)
{
    uintptr_t a, b;
    {
        int x;
        a = (uintptr_t)&x;
    }
    {
        int y;
        b = (uintptr_t)&y;
    }
    if (a == b)
        reach_error();
}
static void returned(void)
{
    if (address_of_local() == address_of_other())
        reach_error();
}
static void tail_of_string(void)
{
    if (tail + 1 == whole)
        reach_error();
}
static void same_string(void)
{
    const char *x = "abcd", *y = "abcd";
    if (x != y)
        reach_error();
}
static void order_in_structs(void)
{
    int a_order_in_structs, b_order_in_structs;
    struct record x = { (uintptr_t)&a_order_in_structs }, y = { (uintptr_t)&b_order_in_structs };
    if (is_before(&y, &x))
        reach_error();
}
static void sorted(void)
{
    char *list[2] = { malloc(4), malloc(4) }, *before = list[0];
    qsort(list, 2, sizeof *list, compare);
    if (list[0] != before)
        reach_error();
}
static void exchanged(void)
{
    int *p = malloc(4), *old = p;
    free(p);
    int *fresh = malloc(4);
    _Atomic(int *) head = fresh;
    if (__c11_atomic_compare_exchange_strong(&head, &old, (int *)0, 5, 5))
        reach_error();
}
int main(void)
{
    reuse();
    reused_pointer();
    reallocated();
    order_of_locals();
    past_the_end();
    end_at_some_place();
    moving_pointer();
    order_of_functions();
    scopes();
    returned();
    tail_of_string();
    same_string();
    order_in_structs();
    sorted();
    exchanged();
    return 0;
}
