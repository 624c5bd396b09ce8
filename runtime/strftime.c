/* Dates to text: strftime, asctime, ctime, in the "C" locale. */
#include "lariat_models.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const char day_names[7][10] = { "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday" };
static const char month_names[12][10] = { "January", "February", "March",     "April",   "May",      "June",
                                          "July",    "August",   "September", "October", "November", "December" };

static const char *day_name(int day)
{
    return day >= 0 && day < 7 ? day_names[day] : "?";
}

static const char *month_name(int month)
{
    return month >= 0 && month < 12 ? month_names[month] : "?";
}

char *asctime_r(const struct tm *restrict date, char *restrict buffer)
{
    sprintf(buffer, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", day_name(date->tm_wday), month_name(date->tm_mon), date->tm_mday,
            date->tm_hour, date->tm_min, date->tm_sec, 1900 + date->tm_year);
    return buffer;
}

char *asctime(const struct tm *date)
{
    static char buffer[128];
    return asctime_r(date, buffer);
}

char *ctime_r(const time_t *time, char *buffer)
{
    struct tm date;
    return localtime_r(time, &date) == NULL ? NULL : asctime_r(&date, buffer);
}

char *ctime(const time_t *time)
{
    struct tm *date = localtime(time);
    return date == NULL ? NULL : asctime(date);
}

static int is_leap(long long year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static void iso_week(const struct tm *date, long long *year, int *week)
{
    int week_day = (date->tm_wday + 6) % 7; /* Monday is 0 */
    /* The day of the year of this week's Thursday says which year the week belongs to. */
    int thursday = date->tm_yday - week_day + 3;
    *year = 1900LL + date->tm_year;
    if (thursday < 0) {
        --*year;
        thursday += 365 + is_leap(*year);
    } else if (thursday >= 365 + is_leap(*year)) {
        thursday -= 365 + is_leap(*year);
        ++*year;
    }
    *week = thursday / 7 + 1;
}

struct output {
    char *buffer;
    size_t size;
    size_t length;
};

static void put_text(struct output *output, const char *text)
{
    for (; *text != 0; text++) {
        if (output->length < output->size)
            output->buffer[output->length] = *text;
        output->length++;
    }
}

static void put_number(struct output *output, const char *format, long long number)
{
    char text[32];
    snprintf(text, sizeof text, format, number);
    put_text(output, text);
}

static void put_date(struct output *output, const char *format, const struct tm *date);

static int twelve(int hour)
{
    int result = hour % 12;
    return result == 0 ? 12 : result;
}

static void put_conversion(struct output *output, char conversion, const struct tm *date)
{
    long long year = 1900LL + date->tm_year, iso_year;
    int iso_week_number;
    char one[2] = { conversion, 0 };
    iso_week(date, &iso_year, &iso_week_number);
    switch (conversion) {
    case 'a': case 'A': {
        char name[10];
        strcpy(name, day_name(date->tm_wday));
        if (conversion == 'a' && name[0] != '?')
            name[3] = 0;
        put_text(output, name);
        break;
    }
    case 'b': case 'h': case 'B': {
        char name[10];
        strcpy(name, month_name(date->tm_mon));
        if (conversion != 'B' && name[0] != '?')
            name[3] = 0;
        put_text(output, name);
        break;
    }
    case 'c': put_date(output, "%a %b %e %H:%M:%S %Y", date); break;
    case 'C': put_number(output, "%02lld", year / 100 - (year % 100 < 0)); break;
    case 'd': put_number(output, "%02lld", date->tm_mday); break;
    case 'D': case 'x': put_date(output, "%m/%d/%y", date); break;
    case 'e': put_number(output, "%2lld", date->tm_mday); break;
    case 'F': put_date(output, "%Y-%m-%d", date); break;
    case 'g': put_number(output, "%02lld", (iso_year % 100 + 100) % 100); break;
    case 'G': put_number(output, "%lld", iso_year); break;
    case 'H': put_number(output, "%02lld", date->tm_hour); break;
    case 'I': put_number(output, "%02lld", twelve(date->tm_hour)); break;
    case 'j': put_number(output, "%03lld", date->tm_yday + 1); break;
    case 'k': put_number(output, "%2lld", date->tm_hour); break;
    case 'l': put_number(output, "%2lld", twelve(date->tm_hour)); break;
    case 'm': put_number(output, "%02lld", date->tm_mon + 1); break;
    case 'M': put_number(output, "%02lld", date->tm_min); break;
    case 'n': put_text(output, "\n"); break;
    case 'p': put_text(output, date->tm_hour >= 12 ? "PM" : "AM"); break;
    case 'P': put_text(output, date->tm_hour >= 12 ? "pm" : "am"); break;
    case 'r': put_date(output, "%I:%M:%S %p", date); break;
    case 'R': put_date(output, "%H:%M", date); break;
    case 's': {
        struct tm copy = *date;
        put_number(output, "%lld", mktime(&copy));
        break;
    }
    case 'S': put_number(output, "%02lld", date->tm_sec); break;
    case 't': put_text(output, "\t"); break;
    case 'T': case 'X': put_date(output, "%H:%M:%S", date); break;
    case 'u': put_number(output, "%lld", (date->tm_wday + 6) % 7 + 1); break;
    case 'U': put_number(output, "%02lld", (date->tm_yday + 7 - date->tm_wday) / 7); break;
    case 'V': put_number(output, "%02lld", iso_week_number); break;
    case 'w': put_number(output, "%lld", date->tm_wday); break;
    case 'W': put_number(output, "%02lld", (date->tm_yday + 7 - (date->tm_wday + 6) % 7) / 7); break;
    case 'y': put_number(output, "%02lld", (year % 100 + 100) % 100); break;
    case 'Y': put_number(output, "%lld", year); break;
    case 'z': put_text(output, date->tm_isdst < 0 ? "" : "+0000"); break;
    case 'Z': put_text(output, date->tm_zone != NULL ? date->tm_zone : ""); break;
    case '%': put_text(output, "%"); break;
    default:
        put_text(output, "%");
        put_text(output, one);
        break;
    }
}

static void put_date(struct output *output, const char *format, const struct tm *date)
{
    for (; *format != 0; format++) {
        char one[2] = { *format, 0 };
        if (*format != '%') {
            put_text(output, one);
            continue;
        }
        format++;
        if (*format == 'E' || *format == 'O')
            format++;
        if (*format == 0)
            return;
        put_conversion(output, *format, date);
    }
}

size_t strftime(char *restrict buffer, size_t size, const char *restrict format, const struct tm *restrict date)
{
    struct output output = { buffer, size, 0 };
    put_date(&output, format, date);
    if (output.length >= size) {
        errno = ERANGE;
        return 0;
    }
    buffer[output.length] = 0;
    return output.length;
}
