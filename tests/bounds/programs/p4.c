// P4 of Fehnker, Huuck, Seefried: Counterexample Guided Path Reduction, Table 1.
// call: foo(1)
// left out: 1000000, the sum overflows int
#include <stdlib.h>

#ifdef LEAST
int foo(int c, int n)
#else
int foo(int c)
#endif
{
    int flag = 0, other = 0, i;
    int *p = NULL;
    int cell = 7;
#ifdef LEAST
    if (n <= LEAST)
        return 0;
#endif
    if (c > 0)
        flag = 1;
    for (i = 0; i < BOUND; i++)
        other = other + i;
#ifdef BUG
    if (flag == 0)
#else
    if (flag == 1)
#endif
        p = &cell;
    if (c > 0)
        return *p + other; // bug: null-dereference
    return other;
}
