// Memory of alloca does not outlive its function.
//@ test:
#include <lariat.h>
#include <alloca.h>
#include <string.h>
static char *copy(const char *text)
{
    char *p = alloca(strlen(text) + 1);
    strcpy(p, text);
    return p;
}
int main(void)
{
    char *text = copy(lariat_bool("b") ? "yes" : "no");
    return text[0]; //! use-after-scope unconfirmed
}
