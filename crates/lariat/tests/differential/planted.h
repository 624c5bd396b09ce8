/* What every program with a planted mistake starts with. */
#include <ctype.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);

#define MAX(type) ((type)(((1ull << (sizeof(type) * 8 - 2)) - 1) * 2 + 1))
#define MIN(type) (-MAX(type) - 1)
#define mix(value) (acc = acc * 31 + (unsigned)(value))

#ifdef NATIVE /* where all inputs are tried */
extern unsigned want;
extern void note_key(unsigned key);
extern int at_exit(void (*function)(void));
#define WANT want
#define KEY(key) note_key(key)
#define atexit at_exit
extern void *exact_malloc(size_t size);
extern void *exact_calloc(size_t count, size_t size);
extern void *exact_realloc(void *block, size_t size);
#define malloc exact_malloc
#define calloc exact_calloc
#define realloc exact_realloc
#else
#define KEY(key) ((void)0)
#endif
