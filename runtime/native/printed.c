/* Native replay, continued: printing for MemorySanitizer, which does not look at the strings that are printed. Each function looks
 * at them by way of functions that it does look at, and prints. This is compiled as one file with replay.c, behind it. */

/* Where a string must be initialised: up to its end, or as far as it is printed. */
static void look_at_string(const char *string, int precision)
{
    volatile size_t length;
    if (string != NULL)
        length = precision < 0 ? strlen(string) : strnlen(string, (size_t)precision);
    (void)length;
}

/* Width or precision: digits, or an argument. */
static int width_in(const char **format, va_list *arguments)
{
    int number = 0;
    if (**format == '*') {
        (*format)++;
        return va_arg(*arguments, int);
    }
    for (; **format >= '0' && **format <= '9'; (*format)++)
        number = number < 100000000 ? 10 * number + (**format - '0') : number;
    return number;
}

/* The arguments in turn. What is not understood ends it: arguments by number, and what C does not have. */
static void look_at_strings(const char *format, va_list list)
{
    va_list arguments;
    va_copy(arguments, list);
    while ((format = strchr(format, '%')) != NULL) {
        int precision = -1, longs = 0, long_double = 0;
        format++;
        format += strspn(format, "-+ #0'I");
        width_in(&format, &arguments);
        if (*format == '$')
            break;
        if (*format == '.') {
            format++;
            precision = width_in(&format, &arguments);
        }
        for (; *format != 0 && strchr("hlqjztL", *format) != NULL; format++) {
            longs += *format == 'h' ? 0 : 1;
            long_double |= *format == 'L';
        }
        int conversion = *format;
        if (conversion == 0)
            break;
        format++;
        if (conversion == 's' && longs == 0)
            look_at_string(va_arg(arguments, const char *), precision);
        else if (strchr("spn", conversion) != NULL)
            (void)va_arg(arguments, void *);
        else if (strchr("diouxX", conversion) != NULL && longs > 0)
            (void)(longs > 1 || format[-2] != 'l' ? va_arg(arguments, long long) : va_arg(arguments, long));
        else if (strchr("diouxXc", conversion) != NULL)
            (void)va_arg(arguments, int);
        else if (strchr("fFeEgGaA", conversion) != NULL && long_double)
            (void)va_arg(arguments, long double);
        else if (strchr("fFeEgGaA", conversion) != NULL)
            (void)va_arg(arguments, double);
        else if (conversion != '%' && conversion != 'm')
            break;
    }
    va_end(arguments);
}

int lariat_replay_vfprintf(FILE *__restrict stream, const char *__restrict format, va_list arguments)
{
    look_at_strings(format, arguments);
    return vfprintf(stream, format, arguments);
}

int lariat_replay_vprintf(const char *__restrict format, va_list arguments)
{
    return lariat_replay_vfprintf(stdout, format, arguments);
}

int lariat_replay_vsprintf(char *__restrict to, const char *__restrict format, va_list arguments)
{
    look_at_strings(format, arguments);
    return vsprintf(to, format, arguments);
}

int lariat_replay_vsnprintf(char *__restrict to, size_t size, const char *__restrict format, va_list arguments)
{
    look_at_strings(format, arguments);
    return vsnprintf(to, size, format, arguments);
}

int lariat_replay_printf(const char *__restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = lariat_replay_vprintf(format, arguments);
    va_end(arguments);
    return result;
}

int lariat_replay_fprintf(FILE *__restrict stream, const char *__restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = lariat_replay_vfprintf(stream, format, arguments);
    va_end(arguments);
    return result;
}

int lariat_replay_sprintf(char *__restrict to, const char *__restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = lariat_replay_vsprintf(to, format, arguments);
    va_end(arguments);
    return result;
}

int lariat_replay_snprintf(char *__restrict to, size_t size, const char *__restrict format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result = lariat_replay_vsnprintf(to, size, format, arguments);
    va_end(arguments);
    return result;
}
