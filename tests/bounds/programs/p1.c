// P1 and P2 of Fehnker, Huuck, Seefried: Counterexample Guided Path Reduction, Table 1.
// call: foo()
#include <stdlib.h>

#ifdef LEAST
void foo(int n)
#else
void foo(void)
#endif
{
    int x, *a;
    int *p = malloc(sizeof(int));
#ifdef LEAST
    if (n <= LEAST)
        return;
#endif
    if (!p)
        return;
#ifdef BUG
    for (x = BOUND; x >= 0; x--) {
#else
    for (x = BOUND; x > 0; x--) {
#endif
        a = p;
        *a = x; // bug: use-after-free
        if (x == 1)
            free(p);
    }
}
