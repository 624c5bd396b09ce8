/* The calendar of <time.h> against glibc with the time zone UTC. */
#include "model.h"

#include <time.h>

MODEL(gmtime_r) MODEL(localtime_r) MODEL(timegm) MODEL(mktime) MODEL(strftime) MODEL(asctime_r) MODEL(ctime_r) MODEL(difftime)
MODEL(time) MODEL(clock_gettime)

static int same_date(const struct tm *left, const struct tm *right)
{
    return left->tm_sec == right->tm_sec && left->tm_min == right->tm_min && left->tm_hour == right->tm_hour &&
           left->tm_mday == right->tm_mday && left->tm_mon == right->tm_mon && left->tm_year == right->tm_year &&
           left->tm_wday == right->tm_wday && left->tm_yday == right->tm_yday && left->tm_isdst == right->tm_isdst;
}

static void texts(const struct tm *date)
{
    static const char conversions[] = "aAbBcCdDeFgGhHIjklmMnpPrRsStTuUVwWxXyYzZ%";
    for (const char *conversion = conversions; *conversion != 0; conversion++) {
        char format[4] = { '%', *conversion, '|', 0 }, expected[100], found[100];
        size_t size = below(8) ? sizeof found : 1 + below(12);
        size_t expected_length = strftime(expected, size, format, date), found_length = model_strftime(found, size, format, date);
        CHECK(expected_length == found_length && (found_length == 0 || strcmp(expected, found) == 0),
              "strftime(\"%s\") is \"%s\" not \"%s\"", format, found, expected);
    }
    char expected[100], found[100];
    CHECK(strcmp(asctime_r(date, expected), model_asctime_r(date, found)) == 0, "asctime: %s not %s", found, expected);
}

void run_cases(long rounds)
{
    setenv("TZ", "UTC0", 1);
    tzset();
    for (long turn = 0; turn < rounds; turn++) {
        time_t moment = (time_t)((int64_t)draw() >> (sizeof(time_t) == 8 ? 26 + below(38) : 32 + below(32)));
        struct tm expected, found;
        memset(&expected, 0, sizeof expected);
        memset(&found, 0, sizeof found);
        gmtime_r(&moment, &expected);
        model_gmtime_r(&moment, &found);
        CHECK(same_date(&expected, &found) && strcmp(expected.tm_zone, found.tm_zone) == 0, "gmtime(%lld)", (long long)moment);
        localtime_r(&moment, &expected);
        model_localtime_r(&moment, &found);
        CHECK(same_date(&expected, &found) && strcmp(expected.tm_zone, found.tm_zone) == 0, "localtime(%lld)", (long long)moment);
        CHECK(model_timegm(&found) == moment, "timegm");
        if (found.tm_year > -900 && found.tm_year < 8000) {
            char a[100], b[100];
            texts(&expected);
            CHECK(strcmp(ctime_r(&moment, a), model_ctime_r(&moment, b)) == 0, "ctime");
        }
        /* A date that is not normal. */
        memset(&expected, 0, sizeof expected);
        expected.tm_year = (int)below(300) - 100 + (sizeof(time_t) == 4 ? 90 : 0);
        expected.tm_mon = (int)below(60) - 30;
        expected.tm_mday = (int)below(800) - 400;
        expected.tm_hour = (int)below(200) - 100;
        expected.tm_min = (int)below(200) - 100;
        expected.tm_sec = (int)below(100000) - 50000;
        found = expected;
        time_t left = mktime(&expected), right = model_mktime(&found);
        CHECK(left == right && same_date(&expected, &found), "mktime: %lld not %lld", (long long)right, (long long)left);
        CHECK(difftime(moment, left) == model_difftime(moment, left), "difftime");
    }
}
