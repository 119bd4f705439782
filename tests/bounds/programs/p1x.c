// The program of Fig. 1 of the same paper as P1: the freed pointer is only copied.
// call: foo()
// unseen: sanitizers see no copies of a pointer
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
#ifdef BUG
    for (x = BOUND; x >= 0; x--) {
#else
    for (x = BOUND; x > 0; x--) {
#endif
        a = p; // bug: use-after-free
        if (x == 1)
            free(p);
    }
}
