#include "buffer.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void table_enter(void)
{
    pthread_mutex_lock(&lock);
}

void table_leave(void)
{
    pthread_mutex_unlock(&lock);
}
