// What C says about addresses is no assumption: null, places in one object, objects that live, alignment; and what
// library functions do with addresses for themselves.
//@ run: verify %s --property unreach-call --out %t/out
//@ stdout!: fixed number
//@ stdout: verdict: true
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void reach_error(void) { abort(); }
unsigned __VERIFIER_nondet_uint(void);
static int numbers[10];
struct node { struct node *next; int value; };
struct text { char *bytes; unsigned long length, room; char last; int sum; };
struct aligned { long a; char b; } whole;
static int one(int x) { return x; }
static int two(int x) { return x + 1; }
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void push(struct text *text, char byte)
{
    if (text->length == text->room) {
        text->room = text->room ? 2 * text->room : 4;
        text->bytes = realloc(text->bytes, text->room);
    }
    text->bytes[text->length++] = byte;
    text->last = byte;
    text->sum += byte;
}
static void within_one_object(void)
{
    int sum = 0;
    for (int *p = numbers, *end = numbers + 10; p < end; p++)
        sum += *p;
    for (int *p = numbers; p != numbers + 10; ++p)
        sum += *p;
    ptrdiff_t distance = &numbers[7] - &numbers[2];
    unsigned i = __VERIFIER_nondet_uint() % 10;
    int *some = numbers + i;
    if (distance != 5 || &numbers[1] >= &numbers[2] || some - numbers != i || some >= numbers + 10 || sum)
        reach_error();
}
static void of_live_objects(void)
{
    struct node *head = NULL, *tail = NULL;
    int count = 0;
    for (int i = 0; i < 4; i++) {
        struct node *fresh = malloc(sizeof *fresh);
        if (fresh == NULL)
            return;
        fresh->next = head;
        fresh->value = i;
        head = fresh;
        if (tail == NULL)
            tail = fresh;
    }
    for (struct node *p = head; p != tail; p = p->next)
        count++;
    if (count != 3 || head->next == head)
        reach_error();
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    int (*functions[2])(int) = { one, two };
    if (functions[0] == functions[1] || functions[1] != two)
        reach_error();
    void *p = malloc(0), *q = malloc(3);
    if (p == q || q == (void *)-1 || q == (void *)1)
        reach_error();
    const char *a = "abc", *b = "xyz";
    if (a == b)
        reach_error();
}
static void alignment(void)
{
    int x;
    long l;
    void *p = malloc(3);
    if ((uintptr_t)&x & 3 || (uintptr_t)&l % sizeof l || ((uintptr_t)&whole.b & 7) != 0 || (uintptr_t)p & 15)
        reach_error();
    uintptr_t tagged = (uintptr_t)&l | 1;
    struct { uintptr_t link; } kept = { tagged };
    if (!(kept.link & 1))
        reach_error();
    long *back = (long *)(kept.link & ~(uintptr_t)1);
    *back = 7;
    if (l != 7)
        reach_error();
    free(p);
}
static void library(void)
{
    char a[10] = "abc", b[10];
    int list[4] = { 3, 1, 2, 0 };
    memmove(b, a, 4);
    memmove(a + 1, a, 3);
    qsort(list, 4, sizeof *list, compare);
    if (strcmp(b, "abc") || list[0] || strstr(b, "bc") - b != 1 || strchr(b, 'c') != b + 2)
        reach_error();
    char *copy = strdup(b);
    printf("%p %s\n", (void *)a, copy);
    copy = realloc(copy, 20);
    static const char *colours[] = { "red", "green", "blue" };
    const char *colour = colours[1];
    if (colour == colours[0] || colour != colours[1] || strcmp(colour, "green"))
        reach_error();
    if (strtok(b, "b") == NULL)
        reach_error();
    struct text text = { 0 };
    for (int i = 0; i < 20; i++)
        push(&text, (char)i);
    struct text same = text;
    unsigned char bytes[sizeof text];
    memcpy(bytes, &text, sizeof text);
    memcpy(&same, bytes, sizeof same);
    int sum = 0;
    char *end = same.bytes + same.length;
    while (end-- > same.bytes)
        sum += *end;
    if (text.length != 20 || text.last != 19 || text.sum != 190 || sum != 190)
        reach_error();
    free(text.bytes);
    free(copy);
}
int main(void)
{
    within_one_object();
    of_live_objects();
    alignment();
    library();
    return 0;
}
