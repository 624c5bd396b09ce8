/* Small headers: <locale.h>, <syslog.h>, <arpa/inet.h>, <pthread.h>, resource limits.
 *
 * Nobody reads the system log. There is one locale, "C", and one thread, which finds every lock free or held by itself. */
#include "lariat_models.h"

#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <pthread.h>
#include <stdarg.h>
#include <string.h>
#include <sys/resource.h>
#include <syslog.h>

char *setlocale(int category, const char *locale)
{
    (void)category;
    if (locale != NULL && strcmp(locale, "C") != 0 && strcmp(locale, "POSIX") != 0)
        lariat_fixed("there was no locale but C", "");
    if (locale == NULL || *locale == 0 || strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0)
        return "C";
    return NULL;
}

/* All locale objects are the one there is. */
static int the_locale;
static locale_t used = LC_GLOBAL_LOCALE;

locale_t newlocale(int categories, const char *locale, locale_t base)
{
    (void)base;
    if (setlocale(categories, locale) != NULL)
        return (locale_t)(void *)&the_locale;
    errno = ENOENT;
    return NULL;
}

locale_t duplocale(locale_t locale)
{
    (void)locale;
    return (locale_t)(void *)&the_locale;
}

void freelocale(locale_t locale) { (void)locale; }

locale_t uselocale(locale_t locale)
{
    locale_t before = used;
    if (locale != NULL)
        used = locale;
    return before;
}

void openlog(const char *name, int options, int facility)
{
    (void)name;
    (void)options;
    (void)facility;
}

void closelog(void) {}

int setlogmask(int mask)
{
    (void)mask;
    return 0xff;
}

void syslog(int priority, const char *format, ...)
{
    (void)priority;
    (void)format;
}

void vsyslog(int priority, const char *format, va_list arguments)
{
    (void)priority;
    (void)format;
    (void)arguments;
}

struct lconv *localeconv(void)
{
    static struct lconv result;
    char *fields[] = { "", "." };
    result.decimal_point = fields[1];
    result.thousands_sep = result.grouping = result.int_curr_symbol = result.currency_symbol = fields[0];
    result.mon_decimal_point = result.mon_thousands_sep = result.mon_grouping = fields[0];
    result.positive_sign = result.negative_sign = fields[0];
    result.int_frac_digits = result.frac_digits = CHAR_MAX;
    result.p_cs_precedes = result.p_sep_by_space = result.n_cs_precedes = result.n_sep_by_space = CHAR_MAX;
    result.p_sign_posn = result.n_sign_posn = CHAR_MAX;
    result.int_p_cs_precedes = result.int_p_sep_by_space = result.int_n_cs_precedes = CHAR_MAX;
    result.int_n_sep_by_space = result.int_p_sign_posn = result.int_n_sign_posn = CHAR_MAX;
    return &result;
}

/* Messages are not translated. */
char *gettext(const char *message) { return (char *)message; }
char *dgettext(const char *domain, const char *message) { (void)domain; return (char *)message; }
char *ngettext(const char *one, const char *many, unsigned long count) { return (char *)(count == 1 ? one : many); }
char *textdomain(const char *domain) { return (char *)domain; }
char *bindtextdomain(const char *domain, const char *directory) { (void)domain; return (char *)directory; }

/* Programs are little endian, the network is big endian. */
static uint32_t reverse32(uint32_t value)
{
    return value >> 24 | (value >> 8 & 0xff00) | (value << 8 & 0xff0000) | value << 24;
}

uint32_t htonl(uint32_t value) { return reverse32(value); }
uint32_t ntohl(uint32_t value) { return reverse32(value); }
uint16_t htons(uint16_t value) { return (uint16_t)(value >> 8 | value << 8); }
uint16_t ntohs(uint16_t value) { return (uint16_t)(value >> 8 | value << 8); }

/* Threads: the program has one, so a lock that is held is held by the one who asks. `pthread_create` has no model: if it
 * always failed, what the thread does would be left out without a word. */
static int kind_of(const pthread_mutex_t *mutex)
{
    return mutex->__data.__kind & 3;
}

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
    LARIAT_INSTRUCTION(memset)(mutex, 0, sizeof *mutex);
    if (attributes != NULL)
        mutex->__data.__kind = attributes->__align & 3;
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    return mutex->__data.__lock != 0 ? EBUSY : 0;
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    if (mutex->__data.__lock != 0) {
        if (kind_of(mutex) == PTHREAD_MUTEX_ERRORCHECK)
            return EDEADLK;
        if (kind_of(mutex) != PTHREAD_MUTEX_RECURSIVE)
            for (;;) /* The program waits for itself. */
                ;
    }
    mutex->__data.__lock++;
    return 0;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    if (mutex->__data.__lock != 0 && kind_of(mutex) != PTHREAD_MUTEX_RECURSIVE)
        return EBUSY;
    mutex->__data.__lock++;
    return 0;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    int is_checked = kind_of(mutex) == PTHREAD_MUTEX_ERRORCHECK || kind_of(mutex) == PTHREAD_MUTEX_RECURSIVE;
    if (mutex->__data.__lock > 0)
        mutex->__data.__lock--;
    else if (is_checked)
        return EPERM;
    return 0;
}

int pthread_mutexattr_init(pthread_mutexattr_t *attributes)
{
    attributes->__align = 0;
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes) { (void)attributes; return 0; }

int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int type)
{
    if (type < PTHREAD_MUTEX_NORMAL || type > PTHREAD_MUTEX_ERRORCHECK)
        return EINVAL;
    attributes->__align = type;
    return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict attributes, int *restrict type)
{
    *type = attributes->__align;
    return 0;
}
pthread_t pthread_self(void) { return 1; }
int pthread_equal(pthread_t left, pthread_t right) { return left == right; }

int pthread_once(pthread_once_t *control, void (*function)(void))
{
    if (*control == PTHREAD_ONCE_INIT) {
        *control = 2;
        function();
    }
    return 0;
}

enum { MOST_KEYS = 32 };
static const void *key_values[MOST_KEYS];
static unsigned key_count;

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    (void)destructor;
    if (key_count == MOST_KEYS)
        return EAGAIN;
    *key = key_count++;
    return 0;
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
    if (key >= key_count)
        return EINVAL;
    key_values[key] = value;
    return 0;
}

void *pthread_getspecific(pthread_key_t key)
{
    return key < key_count ? (void *)key_values[key] : NULL;
}

int getrlimit(__rlimit_resource_t resource, struct rlimit *result)
{
    (void)resource;
    lariat_fixed("nothing that the process may use was limited", "");
    result->rlim_cur = result->rlim_max = RLIM_INFINITY;
    return 0;
}

int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit)
{
    (void)resource;
    (void)limit;
    lariat_fixed("nothing that the process may use was limited", "");
    return 0;
}

int getrusage(__rusage_who_t who, struct rusage *result)
{
    (void)who;
    lariat_fixed("the process had used nothing", "");
    LARIAT_INSTRUCTION(memset)(result, 0, sizeof *result);
    return 0;
}
