#include "semantics.h"
void *malloc(usize); void *calloc(usize, usize); void *realloc(void *, usize); void free(void *);
struct node { struct node *next; int value; };
static const char text[] = "hello, world"; static int table[3][4] = {{1, 2, 3}, {5}, {[2] = 9}}; static int *pointers[] = {&table[0][1], &table[2][2], 0}; static const char *const strings[] = {"one", "two", text + 7};
static struct { const char *name; int (*call)(int); u8 *inner; } record; static u8 space[20]; static u8 *into_space = space + 5; static usize distance = (usize)(sizeof space); static struct { u8 a; double b; char c[3]; } padded[2] = {{1, 2.5, "ab"}, {3, -1, "cd"}};
static int twice(int x) { return 2 * x; }
static int sum_vla(int n) { int a[n][n + 1]; for (int i = 0; i < n; i++) for (int j = 0; j <= n; j++) a[i][j] = i * j; int s = 0; for (int i = 0; i < n; i++) { char pad[i + 1]; pad[i] = (char)i; s += a[i][n] + pad[i]; } return s + (int)sizeof a; }
int main(void) {
  for (int i = 0; text[i]; i++) emit((u8)text[i]);
  emit((u64)*pointers[0]); emit((u64)*pointers[1]); emit(pointers[2] == 0); emit((u8)strings[IN(int, 2)][1]); emit((u8)*strings[1]);
  record.name = strings[0]; record.call = twice; record.inner = into_space + 2; *record.inner = IN(u8, 200); emit((u64)record.call(IN(int, 21))); emit(space[7]); emit((u64)(into_space - space)); emit(distance); emit_double(padded[IN(int, 1)].b); emit((u8)padded[1].c[1]);
  u8 buffer[32]; for (int i = 0; i < 32; i++) buffer[i] = (u8)(i * 7); int at = IN(int, 3);
  __builtin_memmove(buffer + at, buffer, 20); emit_bytes(buffer, 32); __builtin_memmove(buffer, buffer + at, 20); emit_bytes(buffer, 32); __builtin_memcpy(buffer + 24, buffer + at, 8); __builtin_memset(buffer + at, IN(int, 0x1ab), 5); emit_bytes(buffer, 32);
  u32 word; __builtin_memcpy(&word, buffer + 1, 4); emit(word); *(u16 *)(buffer + 3) = IN(u16, 0xbeef); emit(*(u32 *)(buffer + 2)); buffer[at] = 1; emit(buffer[at + 1]); emit(*(u64 *)(buffer + at));
  struct node *list = 0; for (int i = 0; i < 5; i++) { struct node *n = malloc(sizeof *n); n->next = list; n->value = IN(int, i * i); list = n; } int total = 0; while (list) { struct node *next = list->next; total = total * 3 + list->value; free(list); list = next; } emit((u64)total);
  int *grown = calloc(3, 4); emit((u64)grown[2]); grown[1] = IN(int, 5); grown = realloc(grown, 40); grown[9] = 6; emit((u64)(grown[1] + grown[9] + grown[0])); grown = realloc(grown, 8); emit((u64)grown[1]); free(grown);
  emit((u64)sum_vla(IN(int, 4))); int *p = &table[1][0], *q = &table[2][3]; emit((u64)(q - p)); emit(p < q); emit(p == q); emit(&p[7] == q); emit((usize)q - (usize)p);
  char *null = 0; emit(null == 0); emit(!null); volatile int v = IN(int, 8); v = v + v; emit((u64)v);
  table[IN(int, 2)][IN(int, 1)] = 77; int s = 0; for (int i = 0; i < 12; i++) s = s * 5 + ((int *)table)[i]; emit((u64)s); _Bool flags[3] = {1, 0, IN(int, 5)}; emit(flags[IN(int, 2)]); emit(flags[1]); flags[1] = !flags[1]; emit(flags[1]);
  u16 data[6] = {1, 2, 3, 4, 5, 6}; u16 *end = data + 6; u32 acc = 0; for (u16 *c = data; c != end; ++c) acc = acc * 11 + *c; while (end > data) acc ^= *--end * 3u; emit(acc);
  return 0;
}
