/* Names of files taken apart: basename and dirname. */
#include "lariat_models.h"

#include <string.h>

/* GNU's basename, which is what <string.h> declares. It does not change its argument. */
char *basename(const char *path)
{
    const char *slash = strrchr(path, '/');
    return (char *)(slash == NULL ? path : slash + 1);
}

/* POSIX's basename, which is what <libgen.h> makes of the name. It cuts off trailing slashes. */
char *__xpg_basename(char *path)
{
    if (path == NULL || *path == 0)
        return ".";
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    if (end == 1 && path[0] == '/')
        return path + strlen(path) - 1;
    path[end] = 0;
    size_t start = end;
    while (start > 0 && path[start - 1] != '/')
        start--;
    return path + start;
}

char *dirname(char *path)
{
    if (path == NULL || *path == 0)
        return ".";
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    while (end > 0 && path[end - 1] != '/')
        end--;
    if (end == 0)
        return ".";
    while (end > 1 && path[end - 1] == '/')
        end--;
    /* Two leading slashes, and no more, are kept. */
    if (end == 1 && path[0] == '/' && path[1] == '/' && path[2] != '/')
        end = 2;
    path[end] = 0;
    return path;
}
