/* A small reader of INI files, as programs carry them around to read their settings:
 *
 *     ; a comment
 *     name = value
 *     [section]
 *     greeting = "Hello, \"world\"\n"
 *
 * Names and values are trimmed, values may be quoted, and a name that is given twice has its last value. Two mistakes are
 * hidden in here, of the kind that reviews miss. `lariat test examples/ini.c --sym-stdin 8` finds both.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TEXT 4096

enum ini_error { INI_OK, INI_NO_MEMORY, INI_BAD_SECTION, INI_NO_VALUE, INI_BAD_QUOTE };

struct ini_entry {
    char *section;
    char *name;
    char *value;
    struct ini_entry *next;
};

struct ini {
    struct ini_entry *entries;
    int line; /* of the first error */
};

/* A piece of the text. */
struct span {
    const char *start;
    const char *end;
};

static struct span trim(struct span span)
{
    while (span.start < span.end && isspace((unsigned char)*span.start))
        span.start++;
    while (span.start < span.end && isspace((unsigned char)span.end[-1]))
        span.end--;
    return span;
}

static char *copy(struct span span)
{
    size_t length = (size_t)(span.end - span.start);
    char *text = malloc(length + 1);
    if (text == NULL)
        return NULL;
    memcpy(text, span.start, length);
    text[length] = '\0';
    return text;
}

/* Takes the quotes off a value and resolves its escapes. */
static enum ini_error unquote(struct span span, char **result)
{
    char *text, *to;
    const char *from;

    if (span.end - span.start < 2 || span.end[-1] != '"')
        return INI_BAD_QUOTE;
    text = malloc((size_t)(span.end - span.start));
    if (text == NULL)
        return INI_NO_MEMORY;
    to = text;
    for (from = span.start + 1; from < span.end - 1; from++) {
        if (*from != '\\') {
            *to++ = *from;
            continue;
        }
        from++;
        if (from == span.end - 1) {
            free(text);
            return INI_BAD_QUOTE;
        }
        switch (*from) {
        case 'n':
            *to++ = '\n';
            break;
        case 't': /* tabs look different everywhere */
            memcpy(to, "    ", 4);
            to += 4;
            break;
        default:
            *to++ = *from;
            break;
        }
    }
    *to = '\0';
    *result = text;
    return INI_OK;
}

static struct ini_entry *find(const struct ini *ini, const char *section, const char *name)
{
    struct ini_entry *entry;

    for (entry = ini->entries; entry != NULL; entry = entry->next)
        if (strcmp(entry->section, section) == 0 && strcmp(entry->name, name) == 0)
            return entry;
    return NULL;
}

/* Stores a value, which then belongs to the entry. The last value of a name counts; an empty one takes the entry's value away. */
static enum ini_error set(struct ini *ini, const char *section, const char *name, char *value)
{
    struct ini_entry *entry = find(ini, section, name);

    if (entry != NULL) {
        free(entry->value);
        if (*value != '\0')
            entry->value = value;
        else
            free(value);
        return INI_OK;
    }
    entry = calloc(1, sizeof *entry);
    if (entry == NULL)
        return INI_NO_MEMORY;
    entry->section = strdup(section);
    entry->name = strdup(name);
    entry->value = value;
    entry->next = ini->entries;
    ini->entries = entry;
    return entry->section != NULL && entry->name != NULL ? INI_OK : INI_NO_MEMORY;
}

static enum ini_error read_setting(struct ini *ini, const char *section, struct span line)
{
    const char *equals = memchr(line.start, '=', (size_t)(line.end - line.start));
    struct span name = {line.start, equals}, value = {NULL, line.end};
    enum ini_error error = INI_OK;
    char *name_text, *value_text = NULL;

    if (equals == NULL)
        return INI_NO_VALUE;
    value.start = equals + 1;
    name = trim(name);
    value = trim(value);
    if (value.start < value.end && *value.start == '"')
        error = unquote(value, &value_text);
    else if ((value_text = copy(value)) == NULL)
        error = INI_NO_MEMORY;
    if (error != INI_OK)
        return error;
    name_text = copy(name);
    if (name_text == NULL) {
        free(value_text);
        return INI_NO_MEMORY;
    }
    error = set(ini, section, name_text, value_text);
    free(name_text);
    return error;
}

/* Reads a text. Stops at the first error and notes its line. */
enum ini_error ini_read(struct ini *ini, const char *text, size_t length)
{
    const char *end = text + length;
    char *section = calloc(1, 1);
    enum ini_error error = section != NULL ? INI_OK : INI_NO_MEMORY;

    ini->entries = NULL;
    for (ini->line = 1; text < end && error == INI_OK; ini->line++) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        struct span line = {text, newline != NULL ? newline : end};

        text = newline != NULL ? newline + 1 : end;
        while (line.start < line.end && isspace((unsigned char)*line.start))
            line.start++;
        if (line.start == line.end || *line.start == ';' || *line.start == '#')
            continue;
        if (*line.start != '[') {
            error = read_setting(ini, section, line);
            continue;
        }
        line = trim(line);
        if (line.end[-1] != ']') {
            error = INI_BAD_SECTION;
            continue;
        }
        free(section);
        line.start++;
        line.end--;
        section = copy(line);
        if (section == NULL)
            error = INI_NO_MEMORY;
    }
    free(section);
    return error;
}

void ini_free(struct ini *ini)
{
    while (ini->entries != NULL) {
        struct ini_entry *entry = ini->entries;

        ini->entries = entry->next;
        free(entry->section);
        free(entry->name);
        free(entry->value);
        free(entry);
    }
}

int main(void)
{
    static char text[MAX_TEXT];
    size_t length = fread(text, 1, sizeof text, stdin);
    struct ini ini;
    enum ini_error error = ini_read(&ini, text, length);
    const struct ini_entry *entry;

    if (error != INI_OK)
        fprintf(stderr, "line %d: error %d\n", ini.line - 1, (int)error);
    else
        for (entry = ini.entries; entry != NULL; entry = entry->next)
            printf("%s.%s = %s\n", entry->section, entry->name, entry->value != NULL ? entry->value : "");
    ini_free(&ini);
    return error == INI_OK ? 0 : 1;
}
