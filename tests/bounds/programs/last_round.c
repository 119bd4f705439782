// A pointer is NULL after all rounds only. This program is our own.
// call: foo()
#include <stdlib.h>

#ifdef LEAST
int foo(int n)
#else
int foo(void)
#endif
{
    int i, last = -1, cell = 7;
    int *p = &cell;
#ifdef LEAST
    if (n <= LEAST)
        return 0;
#endif
    for (i = 0; i < BOUND; i++)
        last = i;
#ifdef BUG
    if (last == BOUND - 1)
#else
    if (last == BOUND)
#endif
        p = NULL;
    return *p; // bug: null-dereference
}
