// A thread is not executed, so nothing is proved. Natively the assertion fails.
//@ verify:
//@ verdict: unknown
//@ left out: pthread_create
#include <assert.h>
#include <pthread.h>
static int shared;
static void *set(void *unused)
{
    shared = 1;
    return unused;
}
int main(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, set, NULL) != 0)
        return 1;
    pthread_join(thread, NULL);
    assert(shared == 0);
    return 0;
}
