// Allocations that fail, and sizes.
#include <stdlib.h>
#include <string.h>

int first(void)
{
    char *p = malloc(4);
    p[0] = 1; // fails: null-dereference
    free(p);
    return 1;
}

int second(void)
{
    int *p = malloc(4);
    if (!p)
        return 0;
    int *q = calloc(1, 4);
    *q = 1; // fails: null-dereference
    free(p);
    free(q);
    return 1;
}

int in_array(int i)
{
    int other[4] = {0};
    if (i == 4)
        return other[i]; // fails: out-of-bounds
    return 0;
}

int on_heap(int n)
{
    char *p = malloc(8);
    if (!p)
        return 0;
    int k = n > 3 ? 8 : 1;
    p[k] = 0; // fails: out-of-bounds
    free(p);
    return 1;
}
