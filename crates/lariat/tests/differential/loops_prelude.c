/* What every program with loops starts with. `AIM` has values of which one, `WANT`, is the goal; `TICK` is in every loop. */
#include <stdint.h>
#include <stdlib.h>

typedef int8_t i8;
typedef uint8_t u8;
typedef int16_t i16;
typedef uint16_t u16;
typedef int32_t i32;
typedef uint32_t u32;

void bad(void);
#ifdef NATIVE
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
/* Every input is tried: `given` goes through all values there are. What `AIM` has is counted. */
enum { DONE = 1, OUT_OF_FUEL };
static u32 seen[256];
static jmp_buf end;
static u8 given[INPUTS + READS];
static u32 taken, fuel;
static u8 input(u8 below) { return given[taken++] % below; }
static void leave(void) { longjmp(end, DONE); }
void bad(void) { }
#define AIM(value, call) (seen[(u8)(value)]++)
#define TICK do { if (--fuel == 0) longjmp(end, OUT_OF_FUEL); } while (0)
#else
u8 __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);
void reach_error(void);
static u8 input(u8 below)
{
    u8 value = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(value < below);
    return value;
}
static void leave(void) { exit(0); }
#ifdef VERIFY
void bad(void) { reach_error(); }
#define BAD reach_error()
#else
void bad(void) { }
#define BAD bad()
#endif
#define AIM(value, call) do { if ((u8)(value) == WANT) call; } while (0)
#define TICK ((void)0)
#endif
