/* Environment variables. The program starts with those the user declared, by default none. */
#include "lariat_models.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static char *no_variables[1];

char **environ = no_variables;
/* glibc has the list under two names for one variable; a program that assigns to one of them and reads the other is not seen. */
char **__environ = no_variables;

void lariat_setup_environment(char **variables)
{
    environ = variables;
    __environ = variables;
}

static char **find_variable(const char *name, size_t length)
{
    if (environ == NULL)
        return NULL;
    for (char **variable = environ; *variable != NULL; variable++)
        if (strncmp(*variable, name, length) == 0 && (*variable)[length] == '=')
            return variable;
    return NULL;
}

char *getenv(const char *name)
{
    size_t length = strlen(name);
    char **variable = length == 0 ? NULL : find_variable(name, length);
    if (variable == NULL)
        lariat_fixed("environment variables that the program did not set did not exist",
                     "--sym-env NAME N makes one an input");
    return variable == NULL ? NULL : *variable + length + 1;
}

char *secure_getenv(const char *name)
{
    return getenv(name);
}

static int is_bad_name(const char *name)
{
    if (name == NULL || *name == 0 || strchr(name, '=') != NULL) {
        errno = EINVAL;
        return 1;
    }
    return 0;
}

/* The old list stays allocated: the program may still hold a pointer to it. */
static int append_variable(char *text)
{
    size_t count = 0;
    while (environ != NULL && environ[count] != NULL)
        count++;
    char **longer = malloc((count + 2) * sizeof *longer);
    if (longer == NULL)
        return -1;
    for (size_t i = 0; i < count; i++)
        longer[i] = environ[i];
    longer[count] = text;
    longer[count + 1] = NULL;
    environ = longer;
    __environ = longer;
    return 0;
}

int putenv(char *text)
{
    char *equals = strchr(text, '=');
    if (equals == NULL)
        return unsetenv(text);
    char **variable = find_variable(text, (size_t)(equals - text));
    if (variable == NULL)
        return append_variable(text);
    *variable = text;
    return 0;
}

int setenv(const char *name, const char *value, int overwrite)
{
    if (is_bad_name(name))
        return -1;
    size_t length = strlen(name), value_size = strlen(value) + 1;
    if (!overwrite && find_variable(name, length) != NULL)
        return 0;
    char *text = malloc(length + 1 + value_size);
    if (text == NULL)
        return -1;
    LARIAT_INSTRUCTION(memcpy)(text, name, length);
    text[length] = '=';
    LARIAT_INSTRUCTION(memcpy)(text + length + 1, value, value_size);
    return putenv(text);
}

int unsetenv(const char *name)
{
    if (is_bad_name(name))
        return -1;
    size_t length = strlen(name);
    for (char **variable; (variable = find_variable(name, length)) != NULL;)
        for (; *variable != NULL; variable++)
            variable[0] = variable[1];
    return 0;
}

int clearenv(void)
{
    environ = NULL;
    __environ = NULL;
    return 0;
}
