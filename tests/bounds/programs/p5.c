// P5 of Fehnker, Huuck, Seefried: Counterexample Guided Path Reduction, Table 1: two counters, x = y.
// call: foo()
#include <stdlib.h>

#ifdef LEAST
void foo(int n)
#else
void foo(void)
#endif
{
    int x, y, *a;
    int *p = malloc(sizeof(int));
#ifdef LEAST
    if (n <= LEAST)
        return;
#endif
    if (!p)
        return;
    y = BOUND;
#ifdef BUG
    for (x = BOUND; x >= 0; x--) {
#else
    for (x = BOUND; x > 0; x--) {
#endif
        a = p;
        *a = x; // bug: use-after-free
        if (y == 1)
            free(p);
        y--;
    }
}
