// P4 with a sum that wraps, so that the bound may be large.
// call: foo(1)
#include <stdlib.h>

#ifdef LEAST
unsigned foo(int c, int n)
#else
unsigned foo(int c)
#endif
{
    int flag = 0, i;
    unsigned other = 0;
    int *p = NULL;
    int cell = 7;
#ifdef LEAST
    if (n <= LEAST)
        return 0;
#endif
    if (c > 0)
        flag = 1;
    for (i = 0; i < BOUND; i++)
        other = other + (unsigned)i;
#ifdef BUG
    if (flag == 0)
#else
    if (flag == 1)
#endif
        p = &cell;
    if (c > 0)
        return (unsigned)*p + other; // bug: null-dereference
    return other;
}
