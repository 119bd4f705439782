// unreach-call: unknown
// termination: unknown
// no-overflow: unknown
// A function that gets another one may call it, or start it as a thread.
extern void reach_error(void);
int pthread_create(unsigned long *, const void *, void *(*)(void *), void *);

int shared;

void *writes(void *arg)
{
    shared = 1;
    return arg;
}

int main(void)
{
    unsigned long thread;
    pthread_create(&thread, 0, writes, 0);
    if (shared)
        reach_error();
    return 0;
}
