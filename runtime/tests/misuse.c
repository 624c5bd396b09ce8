/* Wrong uses of the library, one per run. Each must be noticed by the address sanitizer at the first byte that does not belong
 * to the memory given: Lariat's engine checks the same accesses. Usage: misuse NUMBER; without such a case it ends with 9. */
#include "model.h"

#include <unistd.h>

MODEL(strcpy) MODEL(strcat) MODEL(strncpy) MODEL(strlen) MODEL(strcmp) MODEL(strchr) MODEL(memcpy) MODEL(memset) MODEL(memcmp)
MODEL(strtol) MODEL(strtod) MODEL(sprintf) MODEL(snprintf) MODEL(strdup) MODEL(qsort) MODEL(fgets) MODEL(memchr)
MODEL(strtok) MODEL(fread) MODEL(read)
int model_sscanf(const char *, const char *, ...);
char *model_gets(char *);
void model_lariat_setup_concrete_file(const char *, const void *, size_t);
extern FILE *model_stdin;

static int compare(const void *left, const void *right)
{
    return *(const char *)left - *(const char *)right;
}

void run_cases(long number)
{
    char *small = exact_copy("abcd", 4); /* without an end */
    char *text = exact_copy("abcd", 5);
    char target[64];
    model_lariat_setup_concrete_file(NULL, "a long line of input", 20);
    switch (number) {
    case 0: model_strcpy(small, "long"); break;
    case 1: strcpy(small, "abc"); model_strcat(small, "d"); break;
    case 2: model_strncpy(small, "x", 5); break;
    case 3: model_strlen(small); break;
    case 4: model_strcmp(small, "abcdefgh"); break;
    case 5: model_strchr(small, 'z'); break;
    case 6: model_memcpy(target, small, 5); break;
    case 7: model_memset(small, 0, 5); break;
    case 8: model_memcmp(small, "abcdefgh", 5); break;
    case 9: memset(small, '1', 4); model_strtol(small, NULL, 10); break;
    case 10: memset(small, '1', 4); model_strtod(small, NULL); break;
    case 11: model_sprintf(small, "%d", 1234); break;
    case 12: model_snprintf(small, 6, "%s", "abcdefgh"); break;
    case 13: model_strdup(small); break;
    case 14: model_qsort(small, 5, 1, compare); break;
    case 15: model_fgets(small, 6, model_stdin); break;
    case 16: model_sscanf("word", "%s", small); break;
    case 17: model_gets(small); break;
    case 18: model_memchr(small, 'z', 5); break;
    case 19: model_strtok(small, "x"); break;
    case 20: model_fread(small, 1, 5, model_stdin); break;
    case 21: model_read(0, small, 5); break;
    case 22: model_sprintf(target, "%s", small); break;
    case 23: model_sprintf(target, "%.5s", small); break;
    default: exit(9);
    }
    free(text);
    free(small);
}
