/* Reports of gcc, clang and cppcheck about values and leaks. */
#include <stdlib.h>

int flagged(int n)
{
    int value;
    int is_set = 0;
    if (n > 10) {
        value = n;
        is_set = 1;
    }
    if (is_set)
        return value; /* judged: refuted */
    return 0;
}

int mostly_set(int n)
{
    int value;
    if (n > 10)
        value = n;
    if (n > 9)
        return value; /* judged: confirmed */
    return 0;
}

int divided(int n, int size)
{
    int bytes = n * size;
    if (size < 0 || size > 100 || n < 0 || n > 100)
        return 0;
    if (size == 0)
        n = 0;
    return bytes ? bytes / size : 0; /* judged: refuted */
}

char *released(int a)
{
    char *p = malloc(10);
    if (a > 5)
        free(p);
    if (a <= 5)
        free(p); /* judged: refuted */
    return NULL; /* judged: refuted */
}

char *left(int a)
{
    char *p = malloc(10);
    if (a > 5)
        free(p);
    return NULL; /* judged: confirmed */
}
