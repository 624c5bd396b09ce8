// An error that the program reports itself, with its own words.
//@ test:
//@ message: the queue is full
#include <klee/klee.h>
int main(void)
{
    if (klee_int("length") == 100)
        klee_report_error(__FILE__, __LINE__, "the queue is full", "queue.err"); //! reported
    return 0;
}
