// A plain lock that is held is waited for, by the one that holds it. Others are counted, or say so.
//@ verify: --property termination -DPLAIN
//@ verdict: false
//@ verify: --property termination
//@ verdict: true
//@ test:
//@ paths: 1
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t of(int kind)
{
    pthread_mutexattr_t attributes;
    pthread_mutex_t mutex;

    assert(pthread_mutexattr_init(&attributes) == 0);
    assert(pthread_mutexattr_settype(&attributes, kind) == 0);
    assert(pthread_mutex_init(&mutex, &attributes) == 0);
    return mutex;
}

int main(void)
{
    pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_t recursive = of(PTHREAD_MUTEX_RECURSIVE), checked = of(PTHREAD_MUTEX_ERRORCHECK);

    assert(pthread_mutex_lock(&recursive) == 0 && pthread_mutex_lock(&recursive) == 0);
    assert(pthread_mutex_unlock(&recursive) == 0 && pthread_mutex_unlock(&recursive) == 0);
    assert(pthread_mutex_unlock(&recursive) == EPERM);
    assert(pthread_mutex_lock(&checked) == 0 && pthread_mutex_lock(&checked) == EDEADLK);
    assert(pthread_mutex_lock(&plain) == 0 && pthread_mutex_trylock(&plain) == EBUSY);
#ifdef PLAIN
    pthread_mutex_lock(&plain);
#endif
    assert(pthread_mutex_unlock(&plain) == 0 && pthread_mutex_lock(&plain) == 0);
    return 0;
}
