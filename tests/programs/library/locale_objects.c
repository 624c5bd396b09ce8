// Locale objects and the system log, as libraries use them around number formatting.
//@ run: test %s --out %t/out
//@ stdout: no bugs found
//@ stdout: everything was explored
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <syslog.h>

int main(void)
{
    char text[8];
    locale_t old = uselocale((locale_t)0);
    locale_t copy = duplocale(old), c = newlocale(LC_NUMERIC_MASK, "C", copy);

    assert(old == LC_GLOBAL_LOCALE);
    assert(c != (locale_t)0);
    assert(uselocale(c) == old);
    snprintf(text, sizeof text, "%.1f", 1.5);
    assert(strcmp(text, "1.5") == 0);
    assert(uselocale(old) == c);
    freelocale(c);
    assert(newlocale(LC_ALL_MASK, "no_SUCH", (locale_t)0) == (locale_t)0 && errno == ENOENT);
    openlog("test", LOG_PID, LOG_USER);
    syslog(LOG_INFO, "done %d", 1);
    closelog();
    return 0;
}
