// What sanitizers do not know: resources and locks. And what ends a program by itself.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

pthread_mutex_t mutex;

int closed(int n)
{
    int fd = open("x", O_RDONLY);
    if (fd < 0)
        return 1;
    close(fd);
    if (n == 2)
        close(fd); // fails: double-close
    return 0;
}

int left_open(int n)
{
    FILE *f = fopen("x", "r");
    if (!f)
        return 1;
    if (n == 2)
        return 2; // fails: resource-leak
    fclose(f);
    return 0;
}

int twice(int n)
{
    pthread_mutex_lock(&mutex);
    if (n == 3)
        pthread_mutex_lock(&mutex); // fails: double-lock
    pthread_mutex_unlock(&mutex);
    return 0;
}

int take_one(int n)
{
    pthread_mutex_lock(&mutex);
    if (n == 3)
        return 1; // fails: missing-unlock
    pthread_mutex_unlock(&mutex);
    return 0;
}

int unlocked(int n)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    if (n == 3)
        pthread_mutex_unlock(&mutex); // fails: unlock-without-lock
    return 0;
}

void claimed(int n)
{
    assert(n != 5); // fails: assertion-failure
}
