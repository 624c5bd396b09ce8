// What the arguments of an entry function leave out is said if the function can see it, and options change it.
//@ run: verify %s --entry fourth --property unreach-call --out %t/a
//@ stdout: note: pointers behind arguments ended at depth 3 at
//@ stdout: --pointer-depth N follows more
//@ stdout: pointers behind arguments pointed to objects of their own
//@ stdout: verdict: true
//@ run: test %s --entry fourth --out %t/b --pointer-depth 5
//@ exit: 1
//@ stdout: error-reached at
//@ stdout!: not confirmed
//@ run: verify %s --entry first --property unreach-call --out %t/c
//@ stdout!: note: pointers behind arguments ended
//@ stdout: verdict: true
//@ run: verify %s --entry same --property unreach-call --out %t/d
//@ stdout: note: pointer arguments pointed to different objects at
//@ stdout: --aliases lets them point to the same
//@ stdout: verdict: true
//@ run: test %s --entry same --out %t/e --aliases
//@ exit: 1
//@ stdout: error-reached at
//@ stdout!: not confirmed
//@ run: test %s --entry texts --out %t/f --aliases --null-pointers
//@ exit: 1
//@ stdout: error-reached at
//@ stdout!: not confirmed
//@ run: verify %s --entry globals --property unreach-call --out %t/g
//@ stdout: note: the variable count started with its initial value, read at
//@ stdout: note: the variable point started with its initial value, read at
//@ stdout!: the variable table
//@ stdout!: the variable written
//@ stdout: --symbolic-globals makes such variables inputs
//@ stdout: verdict: true
//@ run: test %s --entry globals --out %t/h --symbolic-globals
//@ exit: 1
//@ stdout!: started with its initial value
//@ stdout: error-reached at
//@ stdout!: not confirmed
//@ run: verify %s --entry plain --property unreach-call --out %t/i
//@ stdout!: note:
//@ stdout: verdict: true
#include <stdlib.h>
void reach_error(void) { abort(); }
struct node { int value; struct node *next; };
struct point { int x; short y; };
static int count = 3;
struct point point = { 1, 2 };
static const int table[2] = { 1, 2 };
static int written;
int fourth(struct node *list)
{
    int length = 0;
    for (; list != NULL; list = list->next)
        if (++length == 4)
            reach_error();
    return length;
}
int first(struct node *list)
{
    if (list == NULL)
        reach_error();
    return list->value;
}
void same(int *a, int *b)
{
    *a = 1;
    *b = 2;
    if (*a == 2)
        reach_error();
}
int texts(char *a, int n, char *b)
{
    if (a == NULL || b == NULL || n != 5)
        return 0;
    b[0] = 'x';
    a[0] = 'y';
    if (b[0] == 'y')
        reach_error();
    return n;
}
void globals(int n)
{
    written = n;
    if (count + table[0] == 77 && point.x == 9 && point.y == -3)
        reach_error();
}
void plain(int *a, int n)
{
    *a = n;
    if (*a != n)
        reach_error();
}
