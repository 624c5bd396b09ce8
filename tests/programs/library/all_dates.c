// Every time has a date or none, and working that out does not overflow.
//@ test:
//@ bugs: none
#include <lariat.h>
#include <time.h>
int main(void)
{
    time_t now = lariat_long("now");
    struct tm *date = gmtime(&now);
    return date != NULL && date->tm_hour > 24;
}
