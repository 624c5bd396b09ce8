/* getopt, getopt_long and getopt_long_only, with GNU's rearranging of arguments.
 *
 * Arguments that are no options are moved behind the options when the next option is found, as glibc does it, so that a
 * program sees `argv` in the same order at the same time. */
#include "lariat_models.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

static char *rest_of_cluster; /* more short options in the argument at hand */
static int first_skipped, behind_skipped;

static void swap_blocks(char **arguments, int start, int middle, int end)
{
    /* A rotation, one argument at a time: command lines are short. */
    for (; middle < end; start++, middle++) {
        char *moved = arguments[middle];
        for (int i = middle; i > start; i--)
            arguments[i] = arguments[i - 1];
        arguments[start] = moved;
    }
}

/* Moves the skipped arguments behind the options read since. */
static void move_skipped(char **arguments)
{
    if (first_skipped != behind_skipped && behind_skipped != optind) {
        swap_blocks(arguments, first_skipped, behind_skipped, optind);
        first_skipped += optind - behind_skipped;
        behind_skipped = optind;
    } else if (behind_skipped != optind) {
        first_skipped = optind;
        behind_skipped = optind;
    }
}

static int looks_like_option(const char *argument)
{
    return argument[0] == '-' && argument[1] != 0;
}

static void complain(const char *program, const char *format, const char *text)
{
    fprintf(stderr, "%s: ", program);
    fprintf(stderr, format, text);
    fputs("\n", stderr);
}

struct request {
    int count;
    char **arguments;
    const char *short_options;
    const struct option *long_options;
    int *long_index;
    int single_dash;
    int quiet;
    int missing; /* what to return for a missing argument */
};

static const struct option *find_long(const struct request *request, const char *name, size_t length, int *ambiguous,
                                      int *index)
{
    const struct option *found = NULL;
    *ambiguous = 0;
    for (int i = 0; request->long_options[i].name != NULL; i++) {
        const struct option *option = &request->long_options[i];
        if (strncmp(option->name, name, length) != 0)
            continue;
        if (strlen(option->name) == length) {
            *ambiguous = 0;
            *index = i;
            return option;
        }
        if (found == NULL) {
            found = option;
            *index = i;
        } else if (request->single_dash || found->has_arg != option->has_arg || found->flag != option->flag ||
                   found->val != option->val) {
            *ambiguous = 1;
        }
    }
    return found;
}

/* `dashes` is how the option was written. Gives -2 if a single-dash option is no long one and may be a short one. */
static int take_long(const struct request *request, const char *dashes, char *text)
{
    size_t length = strcspn(text, "=");
    int ambiguous, index = 0;
    const struct option *option = find_long(request, text, length, &ambiguous, &index);
    char *argument = request->arguments[optind];
    if (ambiguous || option == NULL) {
        if (!ambiguous && request->single_dash && dashes[1] == 0 && strchr(request->short_options, *text) != NULL)
            return -2;
        if (!request->quiet)
            complain(request->arguments[0], ambiguous ? "option '%s' is ambiguous" : "unrecognized option '%s'", argument);
        rest_of_cluster = NULL;
        optind++;
        optopt = 0;
        return '?';
    }
    rest_of_cluster = NULL;
    optind++;
    if (text[length] == '=') {
        if (option->has_arg == no_argument) {
            if (!request->quiet)
                complain(request->arguments[0], "option '%s' doesn't allow an argument", option->name);
            optopt = option->val;
            return '?';
        }
        optarg = text + length + 1;
    } else if (option->has_arg == required_argument) {
        if (optind >= request->count) {
            if (!request->quiet)
                complain(request->arguments[0], "option '%s' requires an argument", option->name);
            optopt = option->val;
            return request->missing;
        }
        optarg = request->arguments[optind++];
    }
    if (request->long_index != NULL)
        *request->long_index = index;
    if (option->flag != NULL) {
        *option->flag = option->val;
        return 0;
    }
    return option->val;
}

static int take_short(const struct request *request)
{
    char letter = *rest_of_cluster++, text[2] = { letter, 0 };
    const char *known = strchr(request->short_options, letter);
    int is_last = *rest_of_cluster == 0;
    if (is_last)
        optind++;
    if (known == NULL || letter == ':' || letter == ';') {
        if (!request->quiet)
            complain(request->arguments[0], "invalid option -- '%s'", text);
        optopt = letter;
        if (is_last)
            rest_of_cluster = NULL;
        return '?';
    }
    if (known[1] == ':') {
        if (!is_last) {
            optarg = rest_of_cluster;
            optind++;
        } else if (known[2] == ':') {
            optarg = NULL;
        } else if (optind >= request->count) {
            if (!request->quiet)
                complain(request->arguments[0], "option requires an argument -- '%s'", text);
            optopt = letter;
            rest_of_cluster = NULL;
            return request->missing;
        } else {
            optarg = request->arguments[optind++];
        }
        rest_of_cluster = NULL;
    } else if (is_last) {
        rest_of_cluster = NULL;
    }
    return letter;
}

enum ordering { PERMUTE, REQUIRE_ORDER, RETURN_IN_ORDER };

/* The next argument that is an option, or -1, or 1 for an argument in its place. */
static int advance(const struct request *request, enum ordering ordering)
{
    char **arguments = request->arguments;
    if (behind_skipped > optind)
        behind_skipped = optind;
    if (first_skipped > optind)
        first_skipped = optind;
    if (ordering == PERMUTE) {
        move_skipped(arguments);
        while (optind < request->count && !looks_like_option(arguments[optind]))
            optind++;
        behind_skipped = optind;
    }
    if (optind < request->count && strcmp(arguments[optind], "--") == 0) {
        optind++;
        if (first_skipped != behind_skipped && behind_skipped != optind) {
            swap_blocks(arguments, first_skipped, behind_skipped, optind);
            first_skipped += optind - behind_skipped;
            behind_skipped = optind;
        } else if (first_skipped == behind_skipped) {
            first_skipped = optind;
        }
        behind_skipped = request->count;
        optind = request->count;
    }
    if (optind >= request->count) {
        if (first_skipped != behind_skipped)
            optind = first_skipped;
        return -1;
    }
    if (!looks_like_option(arguments[optind])) {
        if (ordering == REQUIRE_ORDER)
            return -1;
        optarg = arguments[optind++];
        return 1;
    }
    return 0;
}

static int next_option(struct request *request)
{
    enum ordering ordering = PERMUTE;
    static int is_started;
    if (request->count < 1)
        return -1;
    optarg = NULL;
    if (optind == 0 || !is_started) {
        if (optind == 0)
            optind = 1;
        first_skipped = behind_skipped = optind;
        rest_of_cluster = NULL;
        is_started = 1;
    }
    if (*request->short_options == '-' || *request->short_options == '+') {
        ordering = *request->short_options == '-' ? RETURN_IN_ORDER : REQUIRE_ORDER;
        request->short_options++;
    } else if (getenv("POSIXLY_CORRECT") != NULL) {
        ordering = REQUIRE_ORDER;
    }
    request->missing = *request->short_options == ':' ? ':' : '?';
    request->quiet = *request->short_options == ':' || !opterr;
    if (rest_of_cluster == NULL || *rest_of_cluster == 0) {
        int found = advance(request, ordering);
        if (found != 0)
            return found;
        char *argument = request->arguments[optind];
        if (request->long_options != NULL) {
            if (argument[1] == '-')
                return take_long(request, "--", argument + 2);
            if (request->single_dash && (argument[2] != 0 || strchr(request->short_options, argument[1]) == NULL)) {
                int code = take_long(request, "-", argument + 1);
                if (code != -2)
                    return code;
            }
        }
        rest_of_cluster = argument + 1;
    }
    return take_short(request);
}

int getopt(int count, char *const arguments[], const char *short_options)
{
    struct request request = { count, (char **)arguments, short_options, NULL, NULL, 0, 0, '?' };
    return next_option(&request);
}

int __posix_getopt(int count, char *const arguments[], const char *short_options)
{
    return getopt(count, arguments, short_options);
}

int getopt_long(int count, char *const *arguments, const char *short_options, const struct option *long_options,
                int *long_index)
{
    struct request request = { count, (char **)arguments, short_options, long_options, long_index, 0, 0, '?' };
    return next_option(&request);
}

int getopt_long_only(int count, char *const *arguments, const char *short_options, const struct option *long_options,
                     int *long_index)
{
    struct request request = { count, (char **)arguments, short_options, long_options, long_index, 1, 0, '?' };
    return next_option(&request);
}
