// A function without a body and a model ends its path with a reason; other paths go on.
//@ test:
//@ left out: launch has no body and no model
//@ paths: 2
#include <lariat.h>
int launch(int);
int main(void)
{
    if (lariat_bool("go"))
        return launch(3);
    return 0;
}
