/* <time.h> and <sys/time.h>.
 *
 * The clock is an input: each look at it gives a fresh value not before the last one. The calendar is arithmetic, without a
 * branch on the date, so a symbolic time stays one. The time zone is UTC. */
#include "lariat_models.h"

#include <errno.h>
#include <string.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>

/* The last look at a clock. Times end in 2038, so that they fit every type they are kept in. The clock of the calendar shows
 * no time before 2001, all others may begin at 0. */
struct clock {
    time_t last_seconds;
    long last_nanoseconds;
};
static struct clock calendar = { 1000000000, 0 }, monotonic, processor;
enum { LATEST = 2147483647, BILLION = 1000000000 };

/* The last second that the clock of the calendar may show: the end of the year 9999 if any time is wanted and fits. */
static time_t latest(void)
{
    return lariat_declared("time") && sizeof(time_t) > 4 ? (time_t)253402300799LL : LATEST;
}

static void note_range(void)
{
    static char was_looked_at;
    if (!lariat_declared("time"))
        lariat_fixed("the clock showed a time between 2001 and 2038", "--any-time lets it show others");
    else if (!was_looked_at)
        calendar.last_seconds = 0;
    was_looked_at = 1;
}

static time_t look_at_seconds(void)
{
    time_t now;
    note_range();
    lariat_make_symbolic(&now, sizeof now, "time");
    lariat_assume((now >= calendar.last_seconds) & (now <= latest()));
    calendar.last_seconds = now;
    /* How far into the second this look was is not known. */
    calendar.last_nanoseconds = 0;
    return now;
}

static void look_at_clock(struct clock *clock, time_t *seconds, long *nanoseconds)
{
    time_t now;
    long part;
    if (clock == &calendar)
        note_range();
    lariat_make_symbolic(&now, sizeof now, "time");
    lariat_make_symbolic(&part, sizeof part, "time_nanoseconds");
    time_t last = clock == &calendar ? latest() : LATEST;
    lariat_assume((now >= clock->last_seconds) & (now <= last) & (part >= 0) & (part < BILLION));
    lariat_assume((now > clock->last_seconds) | (part >= clock->last_nanoseconds));
    clock->last_seconds = now;
    clock->last_nanoseconds = part;
    *seconds = now;
    *nanoseconds = part;
}

time_t time(time_t *result)
{
    time_t now = look_at_seconds();
    if (result != NULL)
        *result = now;
    return now;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone)
{
    time_t seconds;
    long nanoseconds;
    look_at_clock(&calendar, &seconds, &nanoseconds);
    result->tv_sec = seconds;
    result->tv_usec = nanoseconds / 1000;
    if (zone != NULL)
        LARIAT_INSTRUCTION(memset)(zone, 0, 2 * sizeof(int));
    return 0;
}

static struct clock *clock_of(clockid_t which)
{
    switch (which) {
    case CLOCK_REALTIME: case CLOCK_REALTIME_COARSE: case CLOCK_TAI: return &calendar;
    case CLOCK_PROCESS_CPUTIME_ID: case CLOCK_THREAD_CPUTIME_ID: return &processor;
    default: return &monotonic;
    }
}

int clock_gettime(clockid_t clock, struct timespec *result)
{
    time_t seconds;
    long nanoseconds;
    look_at_clock(clock_of(clock), &seconds, &nanoseconds);
    result->tv_sec = seconds;
    result->tv_nsec = nanoseconds;
    return 0;
}

int timespec_get(struct timespec *result, int base)
{
    if (base != TIME_UTC)
        return 0;
    clock_gettime(CLOCK_REALTIME, result);
    return base;
}

int clock_getres(clockid_t clock, struct timespec *result)
{
    (void)clock;
    if (result != NULL) {
        result->tv_sec = 0;
        result->tv_nsec = 1;
    }
    return 0;
}

static clock_t look_at_processor_time(void)
{
    static clock_t last;
    clock_t now;
    lariat_make_symbolic(&now, sizeof now, "clock");
    lariat_assume((now >= last) & (now <= LATEST));
    last = now;
    return now;
}

clock_t clock(void)
{
    return look_at_processor_time();
}

clock_t times(struct tms *result)
{
    clock_t now = look_at_processor_time();
    if (result != NULL) {
        LARIAT_INSTRUCTION(memset)(result, 0, sizeof *result);
        result->tms_utime = now;
    }
    return now;
}

int nanosleep(const struct timespec *wanted, struct timespec *left)
{
    if (wanted->tv_nsec < 0 || wanted->tv_nsec >= BILLION || wanted->tv_sec < 0) {
        errno = EINVAL;
        return -1;
    }
    if (left != NULL) {
        left->tv_sec = 0;
        left->tv_nsec = 0;
    }
    return 0;
}

double difftime(time_t later, time_t earlier)
{
    return (double)((int64_t)later - (int64_t)earlier);
}

/* Division that rounds down, by a positive constant. */
static int64_t divide_down(int64_t value, int64_t divisor)
{
    return value / divisor - (value % divisor < 0);
}

/* Days since 1970-01-01 of a day in a year that begins in March, in eras of 400 years: leap days come last. `month` counts
 * from March = 0. */
static int64_t days_of_date(int64_t year, int month, int64_t day)
{
    int64_t era = divide_down(year, 400), year_of_era = year - era * 400;
    int64_t day_of_year = (153 * month + 2) / 5 + day;
    return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
}

static int fill_date(int64_t seconds, struct tm *result)
{
    int64_t days = divide_down(seconds, 86400), rest = seconds % 86400;
    rest += rest < 0 ? 86400 : 0;
    int64_t shifted = days + 719468, era = divide_down(shifted, 146097), day_of_era = shifted - era * 146097;
    int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t month_from_march = (5 * day_of_year + 2) / 153;
    int64_t is_next_year = month_from_march >= 10;
    int64_t year = year_of_era + era * 400 + is_next_year;
    int64_t calendar_year = year - 1900;
    if (calendar_year != (int)calendar_year) {
        errno = EOVERFLOW;
        return 0;
    }
    result->tm_sec = (int)(rest % 60);
    result->tm_min = (int)(rest / 60 % 60);
    result->tm_hour = (int)(rest / 3600);
    result->tm_mday = (int)(day_of_year - (153 * month_from_march + 2) / 5 + 1);
    result->tm_mon = (int)(month_from_march + 2 - 12 * is_next_year);
    result->tm_year = (int)calendar_year;
    result->tm_wday = (int)((days + 4) - 7 * divide_down(days + 4, 7));
    result->tm_yday = (int)(days - days_of_date(year - 1, 10, 0));
    result->tm_isdst = 0;
    result->tm_gmtoff = 0;
    return 1;
}

struct tm *gmtime_r(const time_t *restrict time, struct tm *restrict result)
{
    result->tm_zone = "GMT";
    return fill_date(*time, result) ? result : NULL;
}

static void fix_zone(void)
{
    lariat_fixed("the time zone was UTC", "");
}

struct tm *localtime_r(const time_t *restrict time, struct tm *restrict result)
{
    fix_zone();
    result->tm_zone = "UTC";
    return fill_date(*time, result) ? result : NULL;
}

static struct tm shared_date;

struct tm *gmtime(const time_t *time)
{
    return gmtime_r(time, &shared_date);
}

struct tm *localtime(const time_t *time)
{
    return localtime_r(time, &shared_date);
}

static int64_t seconds_of_date(const struct tm *date)
{
    int64_t months = (int64_t)date->tm_mon - 2;
    int64_t year = (int64_t)date->tm_year + 1900 + divide_down(months, 12);
    int month = (int)(months - 12 * divide_down(months, 12));
    int64_t days = days_of_date(year, month, (int64_t)date->tm_mday - 1);
    return ((days * 24 + date->tm_hour) * 60 + date->tm_min) * 60 + date->tm_sec;
}

static time_t normalise(struct tm *date, const char *zone)
{
    int64_t seconds = seconds_of_date(date);
    struct tm normal;
    if ((time_t)seconds != seconds || !fill_date(seconds, &normal)) {
        errno = EOVERFLOW;
        return -1;
    }
    normal.tm_zone = zone;
    *date = normal;
    return (time_t)seconds;
}

time_t timegm(struct tm *date)
{
    return normalise(date, "GMT");
}

time_t mktime(struct tm *date)
{
    fix_zone();
    return normalise(date, "UTC");
}

time_t timelocal(struct tm *date)
{
    return mktime(date);
}

void tzset(void)
{
    fix_zone();
}

char *tzname[2] = { "UTC", "UTC" };
long timezone;
int daylight;
